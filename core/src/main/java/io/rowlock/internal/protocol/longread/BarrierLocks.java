package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.store.RowKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/**
 * Takes holds on the {@linkplain BarrierRows rows} of barriers for a long reader, under its age.
 */
public interface BarrierLocks {

  /** Takes a hold on rows, or fails with nothing locked. Completes with what releases it. */
  CompletableFuture<Runnable> hold(SortedSet<RowKey> rows);
}
