package io.rowlock.admin;

/**
 * How far the second pass of a vacuum has come.
 *
 * @param locksDone marked locks that were looked at
 * @param locks that were marked
 */
public record VacuumProgress(long locksDone, long locks) {}
