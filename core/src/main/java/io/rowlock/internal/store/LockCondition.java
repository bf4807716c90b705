package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * The condition that the lock cell of a row which is not written equals exact bytes, or is absent.
 *
 * @param expected the lock that was read, or null for "no lock cell"; compared by its raw bytes
 */
public record LockCondition(RowKey key, @Nullable StoredLock expected) {}
