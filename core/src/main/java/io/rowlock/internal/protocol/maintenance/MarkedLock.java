package io.rowlock.internal.protocol.maintenance;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;

/** A lock as the first pass of a vacuum has seen it. */
public record MarkedLock(RowKey key, StoredLock lock) {}
