package io.rowlock.internal.store;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a lane that are under way, and the items that wait for a place. Items wait only
 * while a request is under way. Not thread-safe.
 */
final class CoalescerLane<K, T> {

  private final K key;
  private final Queue<T> waiting = new ArrayDeque<>();
  private final Set<Departure> underWay = new LinkedHashSet<>();
  private boolean isWatched;

  CoalescerLane(K key) {
    this.key = key;
  }

  /** A request under way. */
  static final class Departure {
    private final long nanos;

    private Departure(long nanos) {
      this.nanos = nanos;
    }
  }

  K key() {
    return key;
  }

  boolean isIdle() {
    return underWay.isEmpty();
  }

  boolean hasWaiting() {
    return !waiting.isEmpty();
  }

  /** Returns null if the item has to wait. */
  @Nullable Departure enter(T item, int places, long now) {
    if (underWay.size() < places) {
      return depart(now);
    }
    waiting.add(item);
    return null;
  }

  Departure depart(long now) {
    Departure departure = new Departure(now);
    underWay.add(departure);
    return departure;
  }

  /** Returns false if the request has lost its place already. */
  boolean end(Departure departure) {
    return underWay.remove(departure);
  }

  /** Removes the items of the next request. */
  List<T> take(Coalescer.Requests<K, T> requests) {
    Iterator<T> next = waiting.iterator();
    List<T> chosen = choose(requests);
    for (T item : chosen) {
      while (next.next() != item) {} // it stays
      next.remove();
    }
    return chosen;
  }

  /** Returns the first item alone if the choice fails, so that an Error stops no lane. */
  private List<T> choose(Coalescer.Requests<K, T> requests) {
    try {
      return requests.choose(Collections.unmodifiableCollection(waiting));
    } catch (Throwable broken) {
      return List.of(waiting.element());
    }
  }

  /** Returns the oldest request if items wait. */
  @Nullable Departure oldest() {
    return waiting.isEmpty() ? null : underWay.iterator().next();
  }

  /** Returns the oldest request if items wait, and it left at that time or before. */
  @Nullable Departure oldestUntil(long nanos) {
    Departure oldest = oldest();
    return oldest == null || oldest.nanos - nanos > 0 ? null : oldest;
  }

  /** Returns when the oldest request left; null if a look is due already, or no item waits. */
  @Nullable Long beginToWatch() {
    Departure oldest = oldest();
    if (isWatched || oldest == null) {
      return null;
    }
    isWatched = true;
    return oldest.nanos;
  }

  void endWatch() {
    isWatched = false;
  }
}
