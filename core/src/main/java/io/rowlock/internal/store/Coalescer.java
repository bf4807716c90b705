package io.rowlock.internal.store;

import io.rowlock.internal.store.CoalescerLane.Departure;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
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
  private final Map<K, CoalescerLane<K, T>> lanes =
      new HashMap<>(); // guarded by this, lanes included

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

  /** Sends the item, now or with others. */
  public void submit(K key, T item) {
    CoalescerLane<K, T> lane;
    Departure departure;
    synchronized (this) {
      lane = lanes.computeIfAbsent(key, CoalescerLane::new);
      departure = lane.enter(item, places, now());
    }
    if (departure == null) {
      watch(lane);
    } else {
      leave(lane, departure, List.of(item));
    }
  }

  private void leave(CoalescerLane<K, T> lane, Departure departure, List<T> items) {
    try {
      var unused =
          requests
              .send(lane.key(), items)
              .whenComplete((answer, failure) -> release(lane, departure));
    } catch (Throwable broken) { // an Error, after which no answer frees the place
      release(lane, departure);
      throw broken;
    }
  }

  /** Gives the place of a request to the items that wait. */
  private void release(CoalescerLane<K, T> lane, Departure departure) {
    Departure next;
    List<T> items;
    synchronized (this) {
      if (!lane.end(departure)) {
        return;
      }
      if (!lane.hasWaiting()) {
        removeIfIdle(lane);
        return;
      }
      next = lane.depart(now());
      items = lane.take(requests);
    }
    Trampoline.run(() -> leave(lane, next, items));
  }

  /** A later lane with the same key is another one. */
  private void removeIfIdle(CoalescerLane<K, T> lane) {
    if (lane.isIdle()) {
      lanes.remove(lane.key());
    }
  }

  /** Looks again when the oldest request has been under way for too long. */
  private void watch(CoalescerLane<K, T> lane) {
    Long since = beginToWatch(lane);
    if (since == null) {
      return;
    }
    try {
      long left = since + patience.toNanos() - now();
      environment.scheduler().schedule(Duration.ofNanos(Math.max(0, left)), () -> look(lane));
    } catch (Throwable refused) { // no look comes, because the client is closed: no item waits
      endWatch(lane);
      releaseEach(lane, lane::oldest);
    }
  }

  private void look(CoalescerLane<K, T> lane) {
    long due = now() - patience.toNanos();
    endWatch(lane);
    releaseEach(lane, () -> lane.oldestUntil(due));
    watch(lane);
  }

  private synchronized @Nullable Long beginToWatch(CoalescerLane<K, T> lane) {
    return lane.beginToWatch();
  }

  private synchronized void endWatch(CoalescerLane<K, T> lane) {
    lane.endWatch();
  }

  private void releaseEach(CoalescerLane<K, T> lane, Supplier<@Nullable Departure> search) {
    Departure next = find(search);
    while (next != null) {
      release(lane, next);
      next = find(search);
    }
  }

  private synchronized @Nullable Departure find(Supplier<@Nullable Departure> search) {
    return search.get();
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
