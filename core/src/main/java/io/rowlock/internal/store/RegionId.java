package io.rowlock.internal.store;

import org.apache.hadoop.hbase.TableName;

/**
 * A region of a table as the store knows it; rows with equal ids are in the same region.
 *
 * @param name differs from that of every other region, split and merged ones included
 */
public record RegionId(TableName table, String name) {}
