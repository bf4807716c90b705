package io.rowlock.bench.tpcc.run;

/**
 * Keying and think times.
 *
 * @param terminals 0 for ten in each warehouse
 * @param keying multiplies keying times
 * @param thinking multiplies think times
 */
record Waits(int terminals, double keying, double thinking) {}
