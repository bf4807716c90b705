package io.rowlock.bench.tpcc.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * A line of {@code ops.csv}: operations of one class, such as {@code prewrite}.
 *
 * @param unit of the times
 */
public record OperationClass(
    @JsonProperty("class") String name,
    String unit,
    long count,
    double mean,
    double p50,
    double p95,
    double p99,
    double max) {}
