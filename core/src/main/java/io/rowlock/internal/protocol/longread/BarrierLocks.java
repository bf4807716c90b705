package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/** Locks the {@linkplain BarrierRows rows} of barriers for a long reader. */
public interface BarrierLocks {

  /**
   * Locks rows under the age of a transaction, or fails with nothing locked. Completes with what
   * releases them.
   */
  CompletableFuture<Runnable> hold(SortedSet<RowKey> rows, long age);
}
