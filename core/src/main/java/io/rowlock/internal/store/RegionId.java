package io.rowlock.internal.store;

import org.apache.hadoop.hbase.TableName;

/**
 * A region of a table as the store knows it; rows with equal ones lie together.
 *
 * @param name what tells it from all other regions, split and merged ones included
 */
public record RegionId(TableName table, String name) {}
