package io.rowlock.internal.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Coalesces requests. An item leaves at once if its lane has a free place. Otherwise it waits until
 * a request of the lane is answered; then the items that wait leave together. The busier a lane,
 * the fewer requests an item costs, and no item waits for a timer.
 *
 * <p>A request that remains unanswered for {@code patience} loses its place, so that a slow request
 * does not delay the items behind it. Thread-safe.
 *
 * @param <K> identifies a lane
 * @param <T> an item
 */
public final class Coalescer<K, T> {

  private final Requests<K, T> requests;
  private final int places;
  private final Duration patience;
  private final Environment environment;
  private final Map<K, Lane<T>> lanes = new HashMap<>(); // guarded by this

  /** Makes requests of items. */
  public interface Requests<K, T> {

    /** Removes the items that share the next request: at least the first one. */
    List<T> take(Queue<T> waiting);

    /**
     * Sends a request, and answers each item, errors included: never throws. The future completes
     * when the request is answered.
     */
    CompletableFuture<?> send(K lane, List<T> items);
  }

  /**
   * Returns a coalescer without items.
   *
   * @param places how many requests of a lane are under way at a time
   */
  public Coalescer(
      Requests<K, T> requests, int places, Duration patience, Environment environment) {
    this.requests = requests;
    this.places = places;
    this.patience = patience;
    this.environment = environment;
  }

  /** A request under way. */
  private static final class Departure {
    private final long nanos;

    Departure(long nanos) {
      this.nanos = nanos;
    }
  }

  /** Exists as long as a request is under way. */
  private static final class Lane<T> {
    private final Queue<T> waiting = new ArrayDeque<>();
    private final Set<Departure> underWay = new LinkedHashSet<>();
    private boolean isWatched;
  }

  /** Sends the item, now or with others. */
  public void submit(K key, T item) {
    Departure departure = enter(key, item);
    if (departure == null) {
      watch(key);
    } else {
      leave(key, departure, List.of(item));
    }
  }

  /** Returns null if the item has to wait. */
  private synchronized @Nullable Departure enter(K key, T item) {
    Lane<T> lane = lanes.computeIfAbsent(key, any -> new Lane<>());
    if (lane.underWay.size() < places) {
      return depart(lane);
    }
    lane.waiting.add(item);
    return null;
  }

  private Departure depart(Lane<T> lane) {
    Departure departure = new Departure(now());
    lane.underWay.add(departure);
    return departure;
  }

  private void leave(K key, Departure departure, List<T> items) {
    try {
      var unused =
          requests.send(key, items).whenComplete((answer, failure) -> release(key, departure));
    } catch (Throwable broken) { // an Error, after which no answer frees the place
      release(key, departure);
      throw broken;
    }
  }

  /** Gives the place of a request to the items that wait. */
  private void release(K key, Departure departure) {
    Departure next;
    List<T> items;
    synchronized (this) {
      Lane<T> lane = lanes.get(key);
      if (lane == null || !lane.underWay.remove(departure)) {
        return;
      }
      if (lane.waiting.isEmpty()) {
        if (lane.underWay.isEmpty()) {
          lanes.remove(key);
        }
        return;
      }
      items = requests.take(lane.waiting);
      next = depart(lane);
    }
    Trampoline.run(() -> leave(key, next, items));
  }

  /** Looks again when the oldest request has been under way for too long. */
  private void watch(K key) {
    Duration left = beginToWatch(key);
    if (left == null) {
      return;
    }
    try {
      environment.scheduler().schedule(left, () -> look(key));
    } catch (RejectedExecutionException closed) { // the client is being closed: no item waits
      Departure oldest = oldest(key, Long.MAX_VALUE);
      while (oldest != null) {
        release(key, oldest);
        oldest = oldest(key, Long.MAX_VALUE);
      }
    }
  }

  /** Returns null if a look is due already, or no item waits. */
  private synchronized @Nullable Duration beginToWatch(K key) {
    Lane<T> lane = lanes.get(key);
    if (lane == null || lane.isWatched || lane.waiting.isEmpty()) {
      return null;
    }
    lane.isWatched = true;
    long left = lane.underWay.iterator().next().nanos + patience.toNanos() - now();
    return Duration.ofNanos(Math.max(0, left));
  }

  private void look(K key) {
    long due = now() - patience.toNanos();
    endWatch(key);
    Departure overdue = oldest(key, due);
    while (overdue != null) {
      release(key, overdue);
      overdue = oldest(key, due);
    }
    watch(key);
  }

  private synchronized void endWatch(K key) {
    Lane<T> lane = lanes.get(key);
    if (lane != null) {
      lane.isWatched = false;
    }
  }

  /** Returns the oldest request of a lane in which items wait; null if it left after the time. */
  private synchronized @Nullable Departure oldest(K key, long nanos) {
    Lane<T> lane = lanes.get(key);
    if (lane == null || lane.waiting.isEmpty()) {
      return null;
    }
    Iterator<Departure> departures = lane.underWay.iterator();
    Departure oldest = departures.next();
    return nanos == Long.MAX_VALUE || oldest.nanos - nanos <= 0 ? oldest : null;
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
