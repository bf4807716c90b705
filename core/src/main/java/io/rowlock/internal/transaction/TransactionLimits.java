package io.rowlock.internal.transaction;

/**
 * The limits beyond which a transaction refuses a call.
 *
 * @param maxRows the largest number of rows that one transaction may write
 * @param maxCellBytes the largest value that the servers accept in one cell
 * @param writes false for transactions that may only read
 */
public record TransactionLimits(int maxRows, int maxCellBytes, boolean writes) {

  public TransactionLimits(int maxRows, int maxCellBytes) {
    this(maxRows, maxCellBytes, true);
  }

  /** Returns the same limits for a transaction that may only read. */
  public TransactionLimits withoutWrites() {
    return new TransactionLimits(maxRows, maxCellBytes, false);
  }
}
