package io.rowlock.bench.inserts;

import org.jspecify.annotations.Nullable;

/**
 * What one window showed of a series.
 *
 * @param insertsPerSecond acknowledged within the window, by its length
 * @param acknowledged within the window and after it
 * @param rows counted afterwards, of the index too
 * @param regionsTouched that have a record
 * @param visiblePerSecond on both clusters: records by the time from the beginning until all were
 *     there; null without a peer
 */
record Point(
    Series series,
    int round,
    double insertsPerSecond,
    double p50Micros,
    double p95Micros,
    double p99Micros,
    double slowestMicros,
    long acknowledged,
    long rows,
    int regionsTouched,
    long failed,
    @Nullable Double visiblePerSecond) {}
