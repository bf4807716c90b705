package io.rowlock.bench.tpcc.access;

/**
 * The end of a business transaction.
 *
 * @param isRolledBack the business transaction wanted it so
 * @param attempts how often it was executed, the last time included
 */
public record Ended<T>(T result, boolean isRolledBack, int attempts) {}
