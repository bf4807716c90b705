package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Quietly;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work that no caller waits for: cleaning up after commits and aborts. Its failures are
 * harmless, because the next client that meets an unfinished lock settles it. Thread-safe.
 */
public final class BackgroundWork {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundWork.class);

  private final int limit;
  private int outstanding;
  private final List<CompletableFuture<Void>> waitingForIdle = new ArrayList<>();

  public BackgroundWork(int limit) {
    this.limit = limit;
  }

  /** Returns whether so much work is outstanding that commits should wait for their own. */
  public synchronized boolean isFull() {
    return outstanding >= limit;
  }

  /** Counts work before it starts, so that no drain misses it; {@link #end} must follow. */
  public synchronized BackgroundWork begin() {
    outstanding++;
    return this;
  }

  /** Counts the work until it ends; the future completes with it and never fails. */
  public CompletableFuture<Void> end(CompletableFuture<Void> work) {
    return work.handle(
        (done, failure) -> {
          if (failure != null) {
            Quietly.run(LOG, "Not logged", () -> log(Async.unwrap(failure)));
          }
          ended();
          return null;
        });
  }

  /**
   * Logs the failure. Failures that the protocol itself reports need attention; failures of servers
   * pass.
   */
  private static void log(Throwable failure) {
    if (failure instanceof ProtocolFailure known && !known.isConflict()) {
      LOG.warn("Not cleaned up: {}", known.getMessage());
    } else {
      LOG.debug("Clean-up failed, left to the next client that meets the locks", failure);
    }
  }

  /** Completes when no work is outstanding. */
  public synchronized CompletableFuture<Void> idle() {
    CompletableFuture<Void> idle = new CompletableFuture<>();
    if (outstanding == 0) {
      idle.complete(null);
    } else {
      waitingForIdle.add(idle);
    }
    return idle;
  }

  private void ended() {
    List<CompletableFuture<Void>> waiting;
    synchronized (this) {
      outstanding--;
      if (outstanding > 0) {
        return;
      }
      waiting = List.copyOf(waitingForIdle);
      waitingForIdle.clear();
    }
    waiting.forEach(idle -> idle.complete(null));
  }
}
