package io.rowlock.bench.scale;

/**
 * Of one piece of work.
 *
 * @param commitNanos from the end of the user's code to the end of the whole
 * @param waves of the whole; right only where one transaction runs at a time
 */
record Timing(long nanos, long commitNanos, int waves, int commitWaves) {}
