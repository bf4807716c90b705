package io.rowlock.internal.protocol.read;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.SideRead;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Rows that one transaction is to write blindly, as they were when it read others: their locks came
 * along with those, which spares its commit a wave. Where the user says that a row is new, that
 * stands for a look. Not thread-safe.
 *
 * <p>Nothing of it is a read of the transaction. A glimpse is only the bytes over which a row is
 * locked first: when they are gone by then, a race is lost, and the commit looks itself.
 */
public final class Glimpses {

  /**
   * A transaction that takes longer saves little by sparing a wave, and the older a glimpse, the
   * likelier a race is lost, which costs about three.
   */
  static final Duration MAX_AGE = Duration.ofMillis(20);

  private final Clock clock;
  private final Map<RowKey, Glimpse> rows = new HashMap<>();

  /**
   * @param isTold what the user says does not age
   */
  private record Glimpse(SideRead side, long nanos, boolean isTold) {

    boolean hasFailed() {
      return side.answer().isDone() && side.answer().getNow(Optional.empty()).isEmpty();
    }
  }

  public Glimpses(Clock clock) {
    this.clock = clock;
  }

  /** True when there is a glimpse of the row, or one under way. */
  public boolean has(RowKey key) {
    Glimpse glimpse = rows.get(key);
    return glimpse != null && !glimpse.hasFailed();
  }

  /** To be read on the side. */
  public SideRead at(RowRead read) {
    SideRead side = SideRead.of(read);
    rows.put(read.key(), new Glimpse(side, clock.monotonicNanos(), false));
    return side;
  }

  /** The row is said to be one that no transaction has written yet. */
  public void expectNew(RowKey key) {
    SideRead side = SideRead.of(RowRead.lockOf(key));
    side.found(new StoredRow(key, List.of(), null));
    rows.put(key, new Glimpse(side, 0, true));
  }

  public Glimpses forgotten() {
    return new Glimpses(clock);
  }

  /** Completes when none is under way any more. Never fails. */
  public CompletableFuture<Void> settled() {
    List<CompletableFuture<Optional<StoredRow>>> underWay =
        rows.values().stream()
            .map(glimpse -> glimpse.side().answer())
            .filter(answer -> !answer.isDone())
            .toList();
    return CompletableFuture.allOf(underWay.toArray(CompletableFuture[]::new));
  }

  /** The row as the base of a write that needs these columns; null when it will not do. */
  public @Nullable DecidedRow baseOf(RowKey key, ColumnSelection needed) {
    Glimpse glimpse = rows.get(key);
    if (glimpse == null
        || isTooOld(glimpse)
        || !glimpse.side().read().columns().includesAll(needed)) {
      return null;
    }
    return glimpse.side().answer().getNow(Optional.empty()).map(Glimpses::stable).orElse(null);
  }

  private boolean isTooOld(Glimpse glimpse) {
    return !glimpse.isTold() && clock.monotonicNanos() - glimpse.nanos() > MAX_AGE.toNanos();
  }

  /** Whatever else is there is for the commit to look at: it waits for it, or reports it. */
  private static @Nullable DecidedRow stable(StoredRow stored) {
    try {
      LockedRow row = LockedRow.of(stored);
      return row.lock() instanceof Stable ? DecidedRow.settled(row) : null;
    } catch (ProtocolFailure corrupt) {
      return null;
    }
  }
}
