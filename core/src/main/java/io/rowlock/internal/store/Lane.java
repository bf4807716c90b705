package io.rowlock.internal.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a lane that are under way, and the items that wait for a place. Items wait only
 * while a request is under way; after an Error they wait for the next item. Not thread-safe.
 */
final class Lane<K, T> {

  final K key;
  private final Lanes<K, T> rules;
  private final Queue<T> waiting = new ArrayDeque<>();
  private final Set<Request<T>> underWay = new LinkedHashSet<>(); // the oldest first
  private boolean isWatched;

  Lane(K key, Lanes<K, T> rules) {
    this.key = key;
    this.rules = rules;
  }

  /** Items that leave together. */
  static final class Request<T> {

    final List<T> items;
    private long since;

    private Request(List<T> items) {
      this.items = items;
    }
  }

  /** Keeps a watched lane, which is busy again soon. A later lane with the same key is another. */
  void forgetIfIdle(Map<K, Lane<K, T>> lanes) {
    if (underWay.isEmpty() && waiting.isEmpty() && !isWatched) {
      lanes.remove(key, this);
    }
  }

  /** Returns null if the item has to wait. */
  @Nullable Request<T> enter(T item, int places) {
    if (underWay.size() < places) {
      return depart(new Request<>(List.of(item)));
    }
    waiting.add(item);
    return null;
  }

  private Request<T> depart(Request<T> request) {
    request.since = rules.now();
    underWay.add(request);
    return request;
  }

  /** Returns null if no item waits, or the request has lost its place already. */
  @Nullable Request<T> handOver(Request<T> ended) {
    if (!underWay.remove(ended) || waiting.isEmpty()) {
      return null;
    }
    List<T> chosen = choose();
    Request<T> next = depart(new Request<>(chosen)); // first, so that an Error here loses no item
    remove(chosen);
    return next;
  }

  /** One pass: a choice may skip many items. */
  private void remove(List<T> chosen) {
    Iterator<T> next = waiting.iterator();
    for (T item : chosen) {
      while (next.next() != item) {} // it stays
      next.remove();
    }
  }

  /** Returns the first item alone if the choice fails, so that an Error stops no lane. */
  private List<T> choose() {
    try {
      return rules.choose(Collections.unmodifiableCollection(waiting));
    } catch (Throwable broken) {
      return List.of(waiting.element());
    }
  }

  /** Returns when the oldest request may be late; null if a look is due already, or needless. */
  @Nullable Duration beginToWatch(Duration patience) {
    if (isWatched || !isAwaited()) {
      return null;
    }
    isWatched = true;
    long silent = rules.now() - underWay.iterator().next().since;
    return Duration.ofNanos(Math.max(0, patience.toNanos() - silent));
  }

  void endWatch() {
    isWatched = false;
  }

  private boolean isAwaited() {
    return !underWay.isEmpty() && (rules.watchesAll() || !waiting.isEmpty());
  }

  /** Returns the oldest request that has been silent for so long. */
  @Nullable Request<T> late(Duration silence) {
    for (Request<T> request : List.copyOf(underWay)) {
      if (!isAwaited() || rules.now() - request.since < silence.toNanos()) {
        return null;
      }
      if (!rules.isAlive(request.items)) {
        return request;
      }
      underWay.remove(request);
      Request<T> unused = depart(request);
    }
    return null;
  }
}
