package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.recovery.HeldRows;
import io.rowlock.internal.protocol.recovery.LockResolver;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Decides rows that were read together (protocol, section 3). The rows that one transaction holds
 * are judged together, waited for together and read again together.
 *
 * <p>While their holder is undecided, only the first of them is read again. As long as its lock is
 * unchanged, all of them are judged by a new look at the primary ({@link LockResolver}). A row that
 * is decided by an earlier read of itself is as it was at an instant between this read and the look
 * at the primary: its holder committed in between, or before.
 */
final class RowDecisions {

  /**
   * After so many changed locks a stale server or damage is likely: from then on the wait policy
   * limits the reader.
   */
  private static final int SUSPICIOUS_CHANGES = 5;

  private final RowStore store;
  private final LockResolver resolver;
  private final WaitPolicy waitPolicy;
  private final DecidedRow[] decided;

  RowDecisions(RowStore store, LockResolver resolver, WaitPolicy waitPolicy, int rows) {
    this.store = store;
    this.resolver = resolver;
    this.waitPolicy = waitPolicy;
    this.decided = new DecidedRow[rows];
  }

  /**
   * A row on its way to a decision.
   *
   * @param place in the result
   */
  private record Place(int place, RowRead read) {

    Seen with(StoredRow stored) {
      return new Seen(this, LockedRow.of(stored));
    }
  }

  /** A row with its lock, as the last read has shown it. */
  private record Seen(Place place, LockedRow row) {

    RowRead read() {
      return place.read();
    }

    Prewritten holder() {
      return (Prewritten) row.lock();
    }
  }

  /** Decides the rows that have been read, in their order. */
  CompletableFuture<List<DecidedRow>> of(List<StoredRow> rows, List<RowRead> reads) {
    List<Place> places = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      places.add(new Place(i, reads.get(i)));
    }
    return decide(places, rows, 0).thenApply(all -> Arrays.asList(decided));
  }

  /**
   * Decides rows. A row that cannot be decided fails the result, after the others are decided.
   *
   * @param changes how often their locks have changed meanwhile
   */
  private CompletableFuture<Void> decide(List<Place> places, List<StoredRow> rows, int changes) {
    List<CompletableFuture<?>> parts = new ArrayList<>();
    List<Seen> held = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      try {
        Seen seen = places.get(i).with(rows.get(i));
        if (!isDecided(seen)) {
          held.add(seen);
        }
      } catch (RuntimeException corrupt) {
        parts.add(CompletableFuture.failedFuture(corrupt));
      }
    }
    for (List<Seen> ofOne : HeldRows.byHolder(held, Seen::row)) {
      parts.add(Async.guarded(() -> judge(ofOne, changes)));
    }
    return Async.allDone(parts);
  }

  private boolean isDecided(Seen seen) {
    if (!(seen.row().lock() instanceof Prewritten holder)) {
      resolver.finishIfAbandoned(seen.row());
      put(seen, DecidedRow.settled(seen.row()));
      return true;
    }
    if (waitPolicy.isOwn(holder)) {
      put(seen, DecidedRow.heldByCaller(seen.row()));
      return true;
    }
    return false;
  }

  private void put(Seen seen, DecidedRow row) {
    decided[seen.place().place()] = row;
  }

  /** Judges the holder of rows, which is the same of all. */
  private CompletableFuture<Void> judge(List<Seen> held, int changes) {
    return resolver
        .judge(held.stream().map(Seen::row).toList())
        .thenCompose(
            verdict ->
                switch (verdict) {
                  case COMMITTED -> committed(held, changes);
                  case CHANGED -> afterChange(held, changes + 1);
                  case UNDECIDED -> undecided(held, changes);
                });
  }

  private CompletableFuture<Void> undecided(List<Seen> held, int changes) {
    return waitFor(held).thenCompose(waited -> lookAgain(held, changes));
  }

  private CompletableFuture<Void> waitFor(List<Seen> held) {
    Seen first = held.get(0);
    return waitPolicy.waitFor(first.row().key(), first.holder());
  }

  /**
   * Decides rows of a committed transaction. An intent that is not applied yet can be laid over a
   * whole row only, because it changes where a slice ends. The primary is not PREWRITTEN any more.
   */
  private CompletableFuture<Void> committed(List<Seen> held, int changes) {
    List<Place> again = new ArrayList<>();
    for (Seen seen : held) {
      if (seen.read().slice() != null || seen.holder().isPrimary()) {
        again.add(new Place(seen.place().place(), seen.read().whole()));
      } else {
        put(seen, DecidedRow.committedButUnrolled(seen.row(), seen.read().columns()));
      }
    }
    return readAgain(again, changes);
  }

  private CompletableFuture<Void> afterChange(List<Seen> held, int changes) {
    List<Place> places = held.stream().map(Seen::place).toList();
    if (changes < SUSPICIOUS_CHANGES) {
      return readAgain(places, changes);
    }
    return waitFor(held)
        .thenCompose(waited -> relocate(places))
        .thenCompose(relocated -> readAgain(places, changes));
  }

  private CompletableFuture<Void> relocate(List<Place> places) {
    return Async.allDone(places.stream().map(place -> store.relocate(place.read().key())).toList());
  }

  /** Reads the first row again, and the others only if its lock has changed. */
  private CompletableFuture<Void> lookAgain(List<Seen> held, int changes) {
    List<Place> places = held.stream().map(Seen::place).toList();
    return store
        .read(List.of(places.get(0).read()))
        .thenCompose(
            first ->
                isUnchanged(held.get(0), first.get(0))
                    ? judge(held, changes)
                    : readOthers(places, first.get(0), changes));
  }

  private static boolean isUnchanged(Seen before, StoredRow now) {
    return before.row().hasLock(now.lock());
  }

  private CompletableFuture<Void> readOthers(List<Place> places, StoredRow first, int changes) {
    List<StoredRow> rows = new ArrayList<>(List.of(first));
    return read(places.subList(1, places.size()))
        .thenCompose(
            others -> {
              rows.addAll(others);
              return decide(places, rows, changes);
            });
  }

  private CompletableFuture<Void> readAgain(List<Place> places, int changes) {
    return read(places).thenCompose(rows -> decide(places, rows, changes));
  }

  private CompletableFuture<List<StoredRow>> read(List<Place> places) {
    return places.isEmpty()
        ? CompletableFuture.completedFuture(List.of())
        : store.read(places.stream().map(Place::read).toList());
  }
}
