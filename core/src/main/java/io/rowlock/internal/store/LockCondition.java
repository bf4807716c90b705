package io.rowlock.internal.store;

import org.jspecify.annotations.Nullable;

/**
 * "The lock cell equals these exact bytes (or is absent)", for a row that is not written.
 *
 * @param expected the lock that was read, or null for "no lock cell"; compared by its raw bytes
 */
public record LockCondition(RowKey key, @Nullable StoredLock expected) {}
