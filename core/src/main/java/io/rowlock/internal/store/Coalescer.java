package io.rowlock.internal.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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
  private final Map<K, Lane<K, T>> lanes = new HashMap<>(); // guarded by this

  /** Makes requests of items. */
  public interface Requests<K, T> {

    /** Returns the items that share the next request, in their order: at least the first one. */
    List<T> choose(Iterable<T> waiting);

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

  /** Exists as long as a request is under way; then a later one with the same key replaces it. */
  private static final class Lane<K, T> {
    private final K key;
    private final Queue<T> waiting = new ArrayDeque<>();
    private final Set<Departure> underWay = new LinkedHashSet<>();
    private boolean isWatched;

    Lane(K key) {
      this.key = key;
    }
  }

  /** Sends the item, now or with others. */
  public void submit(K key, T item) {
    Lane<K, T> lane;
    Departure departure;
    synchronized (this) {
      lane = lanes.computeIfAbsent(key, Lane::new);
      departure = enter(lane, item);
    }
    if (departure == null) {
      watch(lane);
    } else {
      leave(lane, departure, List.of(item));
    }
  }

  /** Returns null if the item has to wait. */
  private @Nullable Departure enter(Lane<K, T> lane, T item) {
    if (lane.underWay.size() < places) {
      return depart(lane);
    }
    lane.waiting.add(item);
    return null;
  }

  private Departure depart(Lane<K, T> lane) {
    Departure departure = new Departure(now());
    lane.underWay.add(departure);
    return departure;
  }

  private void leave(Lane<K, T> lane, Departure departure, List<T> items) {
    try {
      var unused =
          requests
              .send(lane.key, items)
              .whenComplete((answer, failure) -> release(lane, departure));
    } catch (Throwable broken) { // an Error, after which no answer frees the place
      release(lane, departure);
      throw broken;
    }
  }

  /** Gives the place of a request to the items that wait. */
  private void release(Lane<K, T> lane, Departure departure) {
    Departure next;
    List<T> items;
    synchronized (this) {
      if (!lane.underWay.remove(departure)) {
        return;
      }
      if (lane.waiting.isEmpty()) {
        if (lane.underWay.isEmpty()) {
          lanes.remove(lane.key);
        }
        return;
      }
      items = take(lane.waiting);
      next = depart(lane);
    }
    Trampoline.run(() -> leave(lane, next, items));
  }

  private List<T> take(Queue<T> waiting) {
    Iterator<T> next = waiting.iterator();
    List<T> chosen = choose(waiting);
    for (T item : chosen) {
      while (next.next() != item) {} // it stays
      next.remove();
    }
    return chosen;
  }

  /** Returns the first item alone if the choice fails, so that an Error stops no lane. */
  private List<T> choose(Queue<T> waiting) {
    try {
      return requests.choose(Collections.unmodifiableCollection(waiting));
    } catch (Throwable broken) {
      return List.of(waiting.element());
    }
  }

  /** Looks again when the oldest request has been under way for too long. */
  private void watch(Lane<K, T> lane) {
    Duration left = beginToWatch(lane);
    if (left == null) {
      return;
    }
    try {
      environment.scheduler().schedule(left, () -> look(lane));
    } catch (Throwable refused) { // no look comes, because the client is closed: no item waits
      endWatch(lane);
      Departure oldest = oldest(lane, Long.MAX_VALUE);
      while (oldest != null) {
        release(lane, oldest);
        oldest = oldest(lane, Long.MAX_VALUE);
      }
    }
  }

  /** Returns null if a look is due already, or no item waits. */
  private synchronized @Nullable Duration beginToWatch(Lane<K, T> lane) {
    if (lane.isWatched || lane.waiting.isEmpty()) {
      return null;
    }
    lane.isWatched = true;
    long left = lane.underWay.iterator().next().nanos + patience.toNanos() - now();
    return Duration.ofNanos(Math.max(0, left));
  }

  private void look(Lane<K, T> lane) {
    long due = now() - patience.toNanos();
    endWatch(lane);
    Departure overdue = oldest(lane, due);
    while (overdue != null) {
      release(lane, overdue);
      overdue = oldest(lane, due);
    }
    watch(lane);
  }

  private synchronized void endWatch(Lane<K, T> lane) {
    lane.isWatched = false;
  }

  /** Returns the oldest request of a lane in which items wait; null if it left after the time. */
  private synchronized @Nullable Departure oldest(Lane<K, T> lane, long nanos) {
    if (lane.waiting.isEmpty()) {
      return null;
    }
    Departure oldest = lane.underWay.iterator().next();
    return nanos == Long.MAX_VALUE || oldest.nanos - nanos <= 0 ? oldest : null;
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
