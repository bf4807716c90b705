package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * Reports that this attempt surely cannot commit, but the transaction may: under a fresh identity,
 * without running user code again, as long as everything it has read still validates (I4).
 */
public final class LostRaceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient RowKey row;
  private final transient @Nullable TransactionId winner;

  public LostRaceException(RowKey row) {
    this(row, null);
  }

  /**
   * Creates a lost race for a row.
   *
   * @param winner null if unknown
   */
  public LostRaceException(RowKey row, @Nullable TransactionId winner) {
    super("Lost " + row + " to another transaction");
    this.row = row;
    this.winner = winner;
  }

  public RowKey row() {
    return row;
  }

  /** Returns the transaction that got the row, null if unknown. */
  @Nullable TransactionId winner() {
    return winner;
  }
}
