package io.rowlock.bench.tpcc.result;

import java.util.List;
import java.util.Map;

/**
 * How the tables lay, by their names.
 *
 * @param before regions of each table before the run
 * @param after the same after it
 * @param peers clusters that HBase replicates to
 */
public record Regions(
    Map<String, Integer> before, Map<String, Integer> after, List<String> peers) {}
