package io.rowlock;

/**
 * How far the second pass of a vacuum has come.
 *
 * @param locksDone noted locks that were looked at
 * @param locks that were noted
 */
public record VacuumProgress(long locksDone, long locks) {}
