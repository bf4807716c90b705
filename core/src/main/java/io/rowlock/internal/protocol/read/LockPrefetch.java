package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The locks of rows that one transaction writes without reading them, fetched together with rows
 * that it reads. This saves its commit one round. If the user declares that a row is new, no fetch
 * is necessary. Not thread-safe.
 *
 * <p>A prefetched lock is not a read of the transaction. It only contains the bytes over which the
 * commit first locks the row: if they have changed by then, the commit has lost a race and reads
 * the lock itself.
 */
public final class LockPrefetch {

  /**
   * In a longer transaction one round matters little. And the older a prefetched lock, the likelier
   * is a lost race, which costs about three rounds.
   */
  static final Duration MAX_AGE = Duration.ofMillis(20);

  private final Clock clock;
  private final Map<RowKey, Prefetched> rows = new HashMap<>();

  /**
   * A prefetched lock.
   *
   * @param isDeclaredNew whether the user has declared that the row is new, which does not age
   */
  private record Prefetched(PiggybackRead side, long nanos, boolean isDeclaredNew) {

    boolean hasFailed() {
      return side.answer().isDone() && side.answer().getNow(Optional.empty()).isEmpty();
    }

    boolean contains(ColumnSelection needed) {
      return side.read().columns().includesAll(needed);
    }
  }

  public LockPrefetch(Clock clock) {
    this.clock = clock;
  }

  /** Returns whether the lock of the row was prefetched, or is being prefetched. */
  public boolean has(RowKey key) {
    Prefetched prefetched = rows.get(key);
    return prefetched != null && !prefetched.hasFailed();
  }

  /** Returns a read to send together with others. */
  public PiggybackRead at(RowRead read) {
    PiggybackRead side = PiggybackRead.of(read);
    rows.put(read.key(), new Prefetched(side, clock.monotonicNanos(), false));
    return side;
  }

  /** Notes the user's declaration that no transaction has written the row yet. */
  public void expectNew(RowKey key) {
    PiggybackRead side = PiggybackRead.of(RowRead.lockOf(key));
    side.found(new StoredRow(key, List.of(), null));
    rows.put(key, new Prefetched(side, 0, true));
  }

  public LockPrefetch forgotten() {
    return new LockPrefetch(clock);
  }

  /**
   * Completes when no prefetch of these rows is under way that can still be of use. Never fails.
   */
  public CompletableFuture<Void> settled(Collection<RowKey> written, Environment environment) {
    List<CompletableFuture<?>> answers = new ArrayList<>();
    long youngest = Long.MAX_VALUE;
    for (RowKey row : written) {
      Prefetched prefetched = rows.get(row);
      if (prefetched != null && isUseful(prefetched)) {
        answers.add(prefetched.side().answer());
        youngest = Math.min(youngest, age(prefetched));
      }
    }
    return answers.isEmpty()
        ? Async.DONE
        : environment.pauseUntil(Async.allDone(answers), MAX_AGE.minusNanos(youngest));
  }

  private boolean isUseful(Prefetched prefetched) {
    return !prefetched.side().answer().isDone() && !isTooOld(prefetched);
  }

  /**
   * Returns the row as the base of a write that needs these columns; null if the prefetch is of no
   * use for it.
   */
  public @Nullable DecidedRow baseOf(RowKey key, ColumnSelection needed) {
    Prefetched prefetched = rows.get(key);
    if (prefetched == null || isTooOld(prefetched) || !prefetched.contains(needed)) {
      return null;
    }
    Optional<StoredRow> found = prefetched.side().answer().getNow(Optional.empty());
    return found.isEmpty() ? null : stable(found.get());
  }

  private boolean isTooOld(Prefetched prefetched) {
    return !prefetched.isDeclaredNew() && age(prefetched) > MAX_AGE.toNanos();
  }

  private long age(Prefetched prefetched) {
    return clock.monotonicNanos() - prefetched.nanos();
  }

  /** Returns null for any other lock: the commit reads it, and waits for it or reports it. */
  private static @Nullable DecidedRow stable(StoredRow stored) {
    try {
      LockedRow row = LockedRow.of(stored);
      return row.lock() instanceof Stable ? DecidedRow.settled(row) : null;
    } catch (ProtocolFailure corrupt) {
      return null;
    }
  }
}
