package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous semaphore for the RPCs to one server, with a queue in the order of arrival.
 *
 * <p>An RPC that ends gives its place to the next one in the queue. RPCs that are answered before
 * their sending returns are processed in a loop, never by recursion, so that a long queue that
 * fails at once does not overflow the stack. Any exception or error while an RPC is sent is its
 * answer: no error keeps a place occupied.
 *
 * <p>An RPC that HBase's client has lost fails in the end: after the patience, or when the client
 * is closed, which no timer outlives. Its server may have received it, as after any timeout.
 */
final class RpcLane {

  private static final String CLOSED = "The client was closed while a request was under way";

  private final int maxInFlight;
  private final Duration patience;
  private final Environment environment;
  private final Queue<Rpc<?>> waiting = new ArrayDeque<>(); // guarded by this
  private final Set<Rpc<?>> underWay = new LinkedHashSet<>(); // guarded by this, the oldest first
  private boolean isWatched; // guarded by this
  private boolean isClosed; // guarded by this

  /**
   * Returns a lane without RPCs.
   *
   * @param patience longer than HBase's client takes to answer, with all its repetitions
   */
  RpcLane(int maxInFlight, Duration patience, Environment environment) {
    this.maxInFlight = maxInFlight;
    this.patience = patience;
    this.environment = environment;
  }

  /**
   * Sends an operation as soon as there is a place.
   *
   * @param progress changes as long as the operation is alive, however long it takes
   */
  <T> CompletableFuture<T> submit(Supplier<CompletableFuture<T>> call, LongSupplier progress) {
    Rpc<T> rpc = new Rpc<>(call, progress);
    if (isClosed()) {
      rpc.refuse();
    } else if (admit(rpc)) {
      run(rpc);
    }
    return rpc.answer;
  }

  private synchronized boolean isClosed() {
    return isClosed;
  }

  synchronized boolean isIdle() {
    return underWay.isEmpty();
  }

  private synchronized boolean admit(Rpc<?> rpc) {
    if (underWay.size() < maxInFlight) {
      begin(rpc);
      return true;
    }
    waiting.add(rpc);
    return false;
  }

  private void begin(Rpc<?> rpc) {
    rpc.since = now();
    rpc.seen = rpc.progress.getAsLong();
    underWay.add(rpc);
  }

  private synchronized @Nullable Rpc<?> handOver(Rpc<?> ended) {
    underWay.remove(ended);
    Rpc<?> next = waiting.poll();
    if (next != null) {
      begin(next);
    }
    return next;
  }

  private void run(@Nullable Rpc<?> first) {
    Rpc<?> rpc = first;
    while (rpc != null) {
      Rpc<?> sent = rpc;
      boolean isAnswered = sent.send(() -> run(handOver(sent)));
      rpc = isAnswered ? handOver(sent) : null;
    }
    watch();
  }

  /** Looks again when the oldest RPC has been silent for too long. */
  private void watch() {
    if (isClosed()) { // an RPC may have been sent meanwhile
      fail(all(), CLOSED);
    }
    Duration left = beginToWatch();
    if (left == null) {
      return;
    }
    try {
      environment.scheduler().schedule(left, this::look);
    } catch (RejectedExecutionException closed) { // no look comes any more
      close();
    } catch (Throwable refused) { // a timer may get no thread: the next RPC asks for a look again
      endWatch();
    }
  }

  /** Fails all RPCs, those in the queue without sending them. */
  private void close() {
    List<Rpc<?>> unsent = new ArrayList<>();
    synchronized (this) {
      isClosed = true;
      unsent.addAll(waiting);
      waiting.clear();
    }
    unsent.forEach(Rpc::refuse);
    fail(all(), CLOSED);
  }

  private synchronized @Nullable Duration beginToWatch() {
    if (isWatched || isClosed || underWay.isEmpty()) {
      return null;
    }
    isWatched = true;
    long silent = now() - underWay.iterator().next().since;
    return Duration.ofNanos(Math.max(0, patience.toNanos() - silent));
  }

  private synchronized void endWatch() {
    isWatched = false;
  }

  /** Runs early if the client is being closed. */
  private void look() {
    endWatch();
    fail(silent(), "HBase's client has not answered a request for " + patience);
    watch();
  }

  private static void fail(List<Rpc<?>> lost, String why) {
    lost.forEach(rpc -> rpc.fail(new TimeoutIOException(why)));
  }

  private synchronized List<Rpc<?>> all() {
    return List.copyOf(underWay);
  }

  /** Returns the RPCs that have been silent for too long. */
  private synchronized List<Rpc<?>> silent() {
    long now = now();
    List<Rpc<?>> silent = new ArrayList<>();
    for (Rpc<?> rpc : all()) {
      if (now - rpc.since < patience.toNanos()) {
        break;
      }
      if (rpc.sent != null && rpc.seen == rpc.progress.getAsLong()) {
        silent.add(rpc);
      } else {
        underWay.remove(rpc);
        begin(rpc);
      }
    }
    return silent;
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }

  /** One request and the future of its answer. */
  private static final class Rpc<T> {

    private final Supplier<CompletableFuture<T>> call;
    private final LongSupplier progress;
    private final CompletableFuture<T> answer = new CompletableFuture<>();
    private long since; // guarded by the lane, like the next one
    private long seen;
    private volatile @Nullable CompletableFuture<T> sent;

    Rpc(Supplier<CompletableFuture<T>> call, LongSupplier progress) {
      this.call = call;
      this.progress = progress;
    }

    /**
     * Returns true if the answer was there at once; if not, {@code onAnswer} runs when it comes.
     */
    boolean send(Runnable onAnswer) {
      AtomicBoolean firstHasPassed = new AtomicBoolean();
      try {
        CompletableFuture<T> promised = Async.guarded(call);
        sent = promised;
        var unused =
            promised.whenComplete(
                (value, fault) -> {
                  try {
                    if (firstHasPassed.getAndSet(true)) {
                      onAnswer.run();
                    }
                  } finally {
                    Async.complete(answer, value, fault == null ? null : Async.unwrap(fault));
                  }
                });
      } catch (Throwable broken) { // no answer will free the place
        answer.completeExceptionally(broken);
        return true;
      }
      return firstHasPassed.getAndSet(true);
    }

    /** Answers an RPC that is never sent. */
    void refuse() {
      answer.completeExceptionally(new NotSentException("The client is closed"));
    }

    /** Answers the RPC if HBase has not. An RPC that is being sent just now is watched later. */
    void fail(Throwable fault) {
      CompletableFuture<T> promised = sent;
      if (promised != null) {
        promised.completeExceptionally(fault);
      }
    }
  }
}
