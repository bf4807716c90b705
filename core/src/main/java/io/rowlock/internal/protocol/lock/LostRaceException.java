package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.RowKey;
import org.jspecify.annotations.Nullable;

/**
 * This attempt can surely not commit, but the transaction may: under a fresh identity, without
 * running user code again, as long as everything it has read still validates (I4).
 */
public final class LostRaceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient RowKey row;
  private final transient @Nullable TransactionId winner;

  public LostRaceException(RowKey row) {
    this(row, null);
  }

  /**
   * @param winner null when it is not known
   */
  public LostRaceException(RowKey row, @Nullable TransactionId winner) {
    super("Lost " + row + " to another transaction");
    this.row = row;
    this.winner = winner;
  }

  public RowKey row() {
    return row;
  }

  /** Who got the row, null when that is not known. */
  @Nullable TransactionId winner() {
    return winner;
  }
}
