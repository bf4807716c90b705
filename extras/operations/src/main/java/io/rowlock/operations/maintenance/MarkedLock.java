package io.rowlock.operations.maintenance;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;

/** A lock as the mark of a vacuum has read it. */
public record MarkedLock(RowKey key, StoredLock lock) {}
