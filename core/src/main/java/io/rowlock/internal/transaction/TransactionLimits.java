package io.rowlock.internal.transaction;

/**
 * What a transaction may do before a call is refused.
 *
 * @param maxRows rows at most that one transaction may write
 * @param maxCellBytes the largest value that the servers accept in one cell
 * @param writes false for transactions that may only read
 */
public record TransactionLimits(int maxRows, int maxCellBytes, boolean writes) {

  public TransactionLimits(int maxRows, int maxCellBytes) {
    this(maxRows, maxCellBytes, true);
  }

  /** The same for a transaction that may only read. */
  public TransactionLimits withoutWrites() {
    return new TransactionLimits(maxRows, maxCellBytes, false);
  }
}
