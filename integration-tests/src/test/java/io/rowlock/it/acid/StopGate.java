package io.rowlock.it.acid;

import io.rowlock.bench.tpcc.access.RpcKinds.RpcGate;
import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;

/** Stops the client of T1 once, and then continues or kills it. Thread-safe. */
final class StopGate implements RpcGate {
  private enum State {
    OPEN,
    STOPPING,
    DEAD
  }

  private final List<CompletableFuture<Void>> held = new ArrayList<>();
  private State state = State.OPEN;
  private StopPoint stop = StopPoint.ALL_STABLE;
  private boolean isCommitting;
  private SentRequests sent = new SentRequests(false);
  private CompletableFuture<Void> stopped = new CompletableFuture<>();

  /** Sets the next stop of the client, which must be idle. */
  synchronized void stopAt(StopPoint next, boolean isReadOnly) {
    stop = next;
    sent = new SentRequests(isReadOnly);
    stopped = new CompletableFuture<>();
    isCommitting = false;
    state = State.STOPPING;
  }

  /** Completes when the client has stopped. */
  synchronized CompletableFuture<Void> stopped() {
    return stopped;
  }

  /** Called by T1 at the end of its code: all later requests are those of its commit. */
  synchronized void beginCommit() {
    isCommitting = true;
  }

  /** Called by T1 to stop in its own code. */
  void pause() {
    CompletableFuture<Void> goOn = new CompletableFuture<>();
    synchronized (this) {
      if (state != State.STOPPING) {
        return;
      }
      held.add(goOn);
      stopped.complete(null);
    }
    goOn.join();
  }

  @Override
  public CompletableFuture<?> beforeSending(RpcKind kind) {
    synchronized (this) {
      if (state == State.DEAD) {
        return CompletableFuture.failedFuture(new DoNotRetryIOException("This client is dead"));
      }
      if (state == State.STOPPING && isCommitting && stop.holds(kind, sent)) {
        CompletableFuture<Void> goOn = new CompletableFuture<>();
        held.add(goOn);
        noteStopped();
        return goOn;
      }
      sent.add(kind, isCommitting);
      return CompletableFuture.completedFuture(null);
    }
  }

  @Override
  public synchronized CompletableFuture<?> afterAnswer(RpcKind kind) {
    sent.answered();
    noteStopped();
    return CompletableFuture.completedFuture(null);
  }

  /** All replies to T1 have arrived, so T1 cannot continue. */
  private void noteStopped() {
    if (!held.isEmpty() && sent.areAnswered()) {
      stopped.complete(null);
    }
  }

  /** Continues T1 without further stops. */
  void goOn() {
    release(State.OPEN).forEach(request -> request.complete(null));
  }

  /** Blocks all further requests, as a kill of the process does. */
  void die() {
    release(State.DEAD)
        .forEach(
            request ->
                request.completeExceptionally(new DoNotRetryIOException("This client has died")));
  }

  private synchronized List<CompletableFuture<Void>> release(State next) {
    state = next;
    List<CompletableFuture<Void>> released = List.copyOf(held);
    held.clear();
    return released;
  }

  /** The requests that T1 has sent. Used under the lock of its gate. */
  static final class SentRequests {
    private final boolean isReadOnly;
    private final Map<RpcKind, Integer> counts = new EnumMap<>(RpcKind.class);
    private int unanswered;

    /** No request yet; a read-only T1 only validates. */
    SentRequests(boolean isReadOnly) {
      this.isReadOnly = isReadOnly;
    }

    void add(RpcKind kind, boolean isOfCommit) {
      unanswered++;
      if (isOfCommit) {
        counts.merge(kind, 1, Integer::sum);
      }
    }

    void answered() {
      unanswered--;
    }

    boolean areAnswered() {
      return unanswered == 0;
    }

    /** The requests of the commit. */
    int count(RpcKind kind) {
      return counts.getOrDefault(kind, 0);
    }

    /** Locks of rows to be written blindly are read before the first row is locked. */
    boolean isValidating() {
      return isReadOnly || count(RpcKind.PREWRITE) > 0;
    }
  }
}
