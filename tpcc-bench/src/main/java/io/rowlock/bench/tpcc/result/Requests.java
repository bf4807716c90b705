package io.rowlock.bench.tpcc.result;

import java.util.Map;

/**
 * What reached region servers in the measured time.
 *
 * @param rpcs requests by their kinds
 * @param rpcsPerTransaction by completed business transactions
 * @param rowMutationsPerTransaction rows written, and locks with them, each time
 * @param expectedRpcs in this mode, by counting; 0 when nobody has counted
 * @param expectedRowMutations the same
 * @param library Rowlock's own counters; empty in other modes
 */
public record Requests(
    Map<String, Long> rpcs,
    double rpcsPerTransaction,
    double rowMutationsPerTransaction,
    double expectedRpcs,
    double expectedRowMutations,
    Map<String, Long> library) {}
