package io.rowlock.internal.store;

import java.util.List;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * One atomic write of data and a new lock, on the condition that the lock cell equals exact bytes,
 * or is absent.
 *
 * @param expected the lock that was read, or null for "no lock cell"; compared by its raw bytes
 * @param replacement the new lock, written at its lock time
 * @param data puts and deletes of this row, every cell with an explicit timestamp
 * @param durability of the whole write, at least {@link Durability#SYNC_WAL}
 */
public record ConditionalWrite(
    RowKey key,
    @Nullable StoredLock expected,
    StoredLock replacement,
    List<Mutation> data,
    Durability durability) {}
