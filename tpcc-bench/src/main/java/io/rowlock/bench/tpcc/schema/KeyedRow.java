package io.rowlock.bench.tpcc.schema;

/** A row, or what is known of it, and its key. */
public record KeyedRow(Key key, Row row) {}
