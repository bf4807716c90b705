package io.rowlock.operations;

/**
 * The progress of the second pass of a vacuum.
 *
 * @param locksDone marked locks that were examined
 * @param locks that were marked
 */
public record VacuumProgress(long locksDone, long locks) {}
