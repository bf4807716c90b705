package io.rowlock.internal.store;

import io.rowlock.internal.store.Lane.Request;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Lanes with a limited number of requests under way. An item leaves at once if its lane has a free
 * place. Otherwise it waits, in the order of arrival, until a request of the lane is answered; then
 * the items that are chosen leave together. The busier a lane, the fewer requests an item costs,
 * and no item waits for a timer. A request that remains unanswered for {@code patience} loses its
 * place. Thread-safe.
 *
 * <p>Requests that are answered before their sending returns are processed in a loop, never by
 * recursion, so that a long queue that is answered at once does not overflow the stack. An error
 * while a request is sent frees its place.
 *
 * @param <K> identifies a lane
 * @param <T> an item
 */
public abstract class Lanes<K, T> {

  private final int places;
  private final Duration patience;
  private final Environment environment;
  final Map<K, Lane<K, T>> lanes = new HashMap<>(); // guarded by this, lanes included

  /** Returns lanes without items, with so many requests of each under way at a time. */
  protected Lanes(int places, Duration patience, Environment environment) {
    this.places = places;
    this.patience = patience;
    this.environment = environment;
  }

  /** Returns the items that share the next request, in their order: at least the first one. */
  protected List<T> choose(Iterable<T> waiting) {
    return List.of(waiting.iterator().next());
  }

  /**
   * Sends a request, and answers each item, errors included: never throws. The future completes
   * when the request is answered.
   */
  protected abstract CompletableFuture<?> send(K lane, List<T> items);

  /** Returns whether requests are given up even if no item waits behind them. */
  protected boolean watchesAll() {
    return false;
  }

  /** Returns whether a late request may take its patience once more. Called under a lock. */
  protected boolean isAlive(List<T> items) {
    return false;
  }

  /** Handles a request that is about to lose its place. */
  protected void giveUp(List<T> items) {}

  /** Returns whether no look comes any more, so that requests are given up without patience. */
  protected boolean isClosedBy(Throwable refused) {
    return true;
  }

  /** Sends the item, now or with others. */
  public final void submit(K key, T item) {
    Lane<K, T> lane;
    Request<T> request;
    synchronized (this) {
      lane = lanes.computeIfAbsent(key, name -> new Lane<>(name, this));
      request = lane.enter(item, places);
    }
    leave(lane, request);
    if (request == null || watchesAll()) {
      watch(lane);
    }
  }

  /** Sends a request, if there is one, and those that follow it at once. */
  private void leave(Lane<K, T> lane, @Nullable Request<T> first) {
    Request<T> next = first;
    while (next != null) {
      next = sendOne(lane, next);
    }
  }

  /** Returns the next request if this one is answered before its sending returns. */
  private @Nullable Request<T> sendOne(Lane<K, T> lane, Request<T> request) {
    CompletableFuture<?> answered;
    try {
      answered = send(lane.key, request.items);
    } catch (Throwable broken) { // an Error, after which no answer frees the place
      release(lane, request);
      throw broken;
    }
    if (answered.isDone()) {
      return handOver(lane, request);
    }
    var unused = answered.whenComplete((answer, failure) -> release(lane, request));
    return null;
  }

  /** Gives the place of a request to the items that wait. */
  private void release(Lane<K, T> lane, Request<T> ended) {
    leave(lane, handOver(lane, ended));
  }

  private synchronized @Nullable Request<T> handOver(Lane<K, T> lane, Request<T> ended) {
    Request<T> next = lane.handOver(ended);
    lane.forgetIfIdle(lanes);
    return next;
  }

  /** Looks again when the oldest request has been under way for too long. */
  private void watch(Lane<K, T> lane) {
    Duration left = beginToWatch(lane);
    if (left == null) {
      return;
    }
    try {
      environment.scheduler().schedule(left, () -> look(lane));
    } catch (Throwable refused) { // a timer may get no thread: the next item asks for a look again
      endWatch(lane);
      giveUp(lane, isClosedBy(refused) ? Duration.ZERO : patience);
    }
  }

  private synchronized @Nullable Duration beginToWatch(Lane<K, T> lane) {
    return lane.beginToWatch(patience);
  }

  /** Runs early if the client is being closed. */
  private void look(Lane<K, T> lane) {
    endWatch(lane);
    giveUp(lane, patience);
    watch(lane);
  }

  private synchronized void endWatch(Lane<K, T> lane) {
    lane.endWatch();
    lane.forgetIfIdle(lanes);
  }

  /** Gives up what has been silent for so long. */
  private void giveUp(Lane<K, T> lane, Duration silence) {
    for (Request<T> late = late(lane, silence); late != null; late = late(lane, silence)) {
      giveUp(late.items);
      release(lane, late);
    }
  }

  private synchronized @Nullable Request<T> late(Lane<K, T> lane, Duration silence) {
    return lane.late(silence);
  }

  final long now() {
    return environment.clock().monotonicNanos();
  }
}
