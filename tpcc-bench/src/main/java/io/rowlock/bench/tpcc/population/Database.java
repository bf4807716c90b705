package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.tpcc.layout.Layout;

/**
 * A TPC-C database on a cluster, which has one at most of each layout.
 *
 * @param isComplete whether it was loaded to the end
 */
public record Database(Layout layout, Origin origin, boolean isComplete) {}
