package io.rowlock.it.soak;

import io.rowlock.bench.tpcc.run.Terminals.Counts;
import org.jspecify.annotations.Nullable;

/**
 * What a client process writes about itself, as a line of JSON.
 *
 * @param orders that it has carried out: it rests after an odd number of them, and works otherwise
 * @param heapBytes in use after a collection that it has asked for; 0 if it does not last
 * @param directBytes of buffers outside of the heap
 * @param tables that it has created, filled, changed and dropped
 * @param wrong what it has found in a table that should not be there, or null
 */
record ClientFigures(
    int orders,
    Counts counts,
    long heapBytes,
    long directBytes,
    int threads,
    long tables,
    long failedTables,
    @Nullable String wrong) {}
