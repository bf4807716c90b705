package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredRow;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads the lock of one row as it is, decided or not, and nothing else of the row. */
public final class LockReads {

  private LockReads() {}

  /** Fails if the lock cell does not contain a lock that Rowlock can have written. */
  public static CompletableFuture<LockedRow> one(RowStore store, RowKey key) {
    return undecoded(store, key).thenApply(LockedRow::of);
  }

  /** Returns the lock cell, whatever it contains. */
  public static CompletableFuture<StoredRow> undecoded(RowStore store, RowKey key) {
    return store.read(List.of(RowRead.lockOf(key))).thenApply(rows -> rows.get(0));
  }
}
