package io.rowlock.internal.transaction;

/**
 * What a transaction may grow to before a call is refused.
 *
 * @param maxRows rows at most that one transaction may write
 * @param maxCellBytes the largest value that the servers accept in one cell
 */
public record TransactionLimits(int maxRows, int maxCellBytes) {}
