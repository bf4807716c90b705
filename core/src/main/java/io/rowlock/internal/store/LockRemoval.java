package io.rowlock.internal.store;

import org.apache.hadoop.hbase.client.Durability;

/**
 * The deletion of a lock cell, with all its versions at or below its lock time, on the condition
 * that it equals exact bytes. Only for locks on which no transaction can rely any more.
 *
 * @param expected the lock that was read; compared by its raw bytes
 * @param durability at least {@link Durability#SYNC_WAL}
 */
public record LockRemoval(RowKey key, StoredLock expected, Durability durability) {}
