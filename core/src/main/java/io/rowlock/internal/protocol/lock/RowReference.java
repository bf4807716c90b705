package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.RowKey;

/**
 * A row of a transaction, as named in the lock of another row.
 *
 * @param lockTime of that row's lock cell just before the transaction's first write to it, 0 = none
 */
public record RowReference(RowKey key, long lockTime) {}
