package io.rowlock.test;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;

/**
 * Knows whether nothing but the time can continue: a thread that has used the store or the time
 * waits for a future, and none of the others is running.
 *
 * <p>A thread that waits for a future is recognized by its {@linkplain LockSupport#getBlocker
 * blocker}, so that it does not matter whether the library waits, or the code under test for a
 * future of an asynchronous call. Thread-safe.
 */
final class WaitingThreads {

  /** After this real time a thread that runs without end no longer stops the time. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Set<Thread> known = Collections.newSetFromMap(new WeakHashMap<>());
  private int queued; // guarded by this, as the others are
  private long runningSince;
  private boolean isRunning;

  /** Notes that the calling thread uses the store or the time. */
  synchronized void note() {
    known.add(Thread.currentThread());
  }

  /** Forgets the calling thread, which moves the time and does not wait for it. */
  synchronized void forget() {
    known.remove(Thread.currentThread());
  }

  /** Returns an executor whose tasks count as running from when they are handed over. */
  Executor watched(Executor executor) {
    return task -> {
      queue(1);
      try {
        executor.execute(() -> run(task));
      } catch (RejectedExecutionException refused) {
        queue(-1);
        throw refused;
      }
    };
  }

  private void run(Runnable task) {
    note();
    queue(-1);
    task.run();
  }

  private synchronized void queue(int more) {
    queued += more;
  }

  /** Returns whether only the time can continue. */
  synchronized boolean needTime() {
    known.removeIf(thread -> !thread.isAlive());
    if (known.stream().noneMatch(WaitingThreads::isWaiting)) {
      isRunning = false;
      return false;
    }
    boolean isFirst = !isRunning;
    isRunning = queued > 0 || known.stream().anyMatch(WaitingThreads::isRunning);
    if (isFirst) {
      runningSince = System.nanoTime();
    }
    return !isRunning || System.nanoTime() - runningSince > PATIENCE_NANOS;
  }

  private static boolean isWaiting(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    return isFuture(blocker)
        ? !((ForkJoinPool.ManagedBlocker) blocker).isReleasable()
        : thread instanceof ForkJoinWorkerThread && blocker instanceof AbstractQueuedSynchronizer;
  }

  private static boolean isRunning(Thread thread) {
    Object blocker = LockSupport.getBlocker(thread);
    boolean isAwake = isFuture(blocker) && ((ForkJoinPool.ManagedBlocker) blocker).isReleasable();
    return switch (thread.getState()) {
      case RUNNABLE, BLOCKED -> true;
      default -> isAwake;
    };
  }

  /** Returns whether the blocker is what {@link CompletableFuture#get()} and its like wait with. */
  private static boolean isFuture(Object blocker) {
    return blocker instanceof CompletableFuture.AsynchronousCompletionTask
        && blocker instanceof ForkJoinPool.ManagedBlocker;
  }
}
