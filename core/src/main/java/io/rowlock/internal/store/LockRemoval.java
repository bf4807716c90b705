package io.rowlock.internal.store;

import org.apache.hadoop.hbase.client.Durability;

/**
 * "The lock cell equals these exact bytes", and the end of it: it is deleted, with all that lies
 * below its lock time. Only for locks that nobody can have in mind any more.
 *
 * @param expected the lock that was read; compared by its raw bytes
 * @param durability at least {@link Durability#SYNC_WAL}
 */
public record LockRemoval(RowKey key, StoredLock expected, Durability durability) {}
