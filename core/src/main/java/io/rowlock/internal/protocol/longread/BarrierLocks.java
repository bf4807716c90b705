package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/** Takes holds on the {@linkplain BarrierRows rows} of barriers for a long reader. */
public interface BarrierLocks {

  /**
   * Takes a hold on rows under the age of a transaction, or fails with nothing locked. Completes
   * with what releases it.
   */
  CompletableFuture<Runnable> hold(SortedSet<RowKey> rows, long age);
}
