package io.rowlock.bench.scale;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * What one window showed of a subject.
 *
 * @param commitP50Micros of what follows the user's code
 * @param rpcsPerTx background included
 * @param addedMicros to every request, on average: what was asked for, and how late timers ran
 * @param wavesPerTx only where one transaction ran at a time, like those of the commit; else 0
 */
record Point(
    @JsonUnwrapped Subject subject,
    int round,
    double txPerSecond,
    double p50Micros,
    double p99Micros,
    double commitP50Micros,
    double rpcsPerTx,
    double addedMicros,
    double wavesPerTx,
    double commitWavesPerTx,
    long failed) {}
