package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.lock.LockReads;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.recovery.LockChain;
import io.rowlock.internal.protocol.recovery.LockResolver;
import io.rowlock.internal.protocol.recovery.LostTables;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredRow;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;

/**
 * Finds out whether readers can settle a lock ({@link LockResolver}), and if not, why. It goes from
 * primary to primary like the resolver, but only reads.
 */
record LockExaminer(RowStore store, LostTables tables) {

  LockExaminer(RowStore store) {
    this(store, new LostTables(store));
  }

  CompletableFuture<Diagnosis> examine(StoredRow row) {
    return Async.guarded(() -> examine(row, LockChain.of(row)));
  }

  private CompletableFuture<Diagnosis> examine(StoredRow stored, LockChain chain) {
    RowLock lock;
    try {
      lock = LockedRow.of(stored).lock();
    } catch (ProtocolFailure undecodable) {
      return done(LockFindings.undecodable(stored, undecodable));
    }
    if (lock instanceof Committed committed) {
      return secondariesOf(committed);
    }
    if (lock instanceof Prewritten held) {
      return held.isPrimary() ? done(LockFindings.UNDECIDED) : secondary(stored, held, chain);
    }
    return done(LockFindings.STABLE);
  }

  /**
   * Examines a committed primary: it can be finished if its secondaries can be read; rows in a
   * table that does not exist any more count as done.
   */
  private CompletableFuture<Diagnosis> secondariesOf(Committed committed) {
    Set<TableName> named = new TreeSet<>();
    committed.secondaries().forEach(row -> named.add(row.key().table()));
    return Async.all(named.stream().map(this::whyUnreadable).toList())
        .thenApply(
            whys -> {
              List<String> lost = whys.stream().filter(why -> !why.isEmpty()).toList();
              return lost.isEmpty()
                  ? LockFindings.COMMITTED
                  : LockFindings.secondariesGone(committed, lost);
            });
  }

  private CompletableFuture<String> whyUnreadable(TableName table) {
    return tables
        .isGone(table)
        .thenCompose(
            gone -> gone ? CompletableFuture.completedFuture("") : tables.whyNoLocks(table));
  }

  private CompletableFuture<Diagnosis> secondary(StoredRow row, Prewritten lock, LockChain chain) {
    RowKey primary = lock.primary().key();
    return tables
        .whyNoLocks(primary.table())
        .thenCompose(
            why ->
                why.isEmpty()
                    ? LockReads.undecoded(store, primary)
                        .thenCompose(found -> under(row, lock, found, chain))
                    : done(LockFindings.primaryGone(lock, why)));
  }

  private CompletableFuture<Diagnosis> under(
      StoredRow row, Prewritten lock, StoredRow found, LockChain chain) {
    LockedRow primary;
    try {
      primary = LockedRow.of(found);
    } catch (ProtocolFailure undecodable) {
      return done(Diagnosis.blockedBy(found.key(), "its primary cannot be decoded"));
    }
    Prewritten holder = primary.lock().heldBy(lock.id());
    if (holder != null) {
      return holder.isPrimary()
          ? done(LockFindings.UNDECIDED)
          : done(LockFindings.circle(row.key()));
    }
    if (primary.isCommittedBy(lock.id())) {
      return tables
          .missingFamilies(row.key().table(), lock.intent())
          .thenApply(missing -> LockFindings.committed(lock, missing));
    }
    if (primary.hasTraceOf(lock.id())) {
      return LockReads.undecoded(store, row.key()).thenApply(now -> finished(row, lock, now));
    }
    return LockResolver.isPrimaryLost(primary, lock)
        ? done(LockFindings.UNDECIDED)
        : behind(found, chain.with(found, lock.primary().lockTime()));
  }

  /**
   * Examines a lock of a finished transaction, whose secondaries were rolled forward before its
   * primary.
   */
  private static Diagnosis finished(StoredRow row, Prewritten lock, StoredRow now) {
    return Objects.equals(row.lock(), now.lock())
        ? LockFindings.ofFinished(lock)
        : LockFindings.UNDECIDED;
  }

  /** Examines the holder of the primary, which must be settled before the primary can be fenced. */
  private CompletableFuture<Diagnosis> behind(StoredRow primary, LockChain chain) {
    if (chain.isClosed() && !chain.isCircle()) {
      return done(LockFindings.UNDECIDED);
    }
    CompletableFuture<Diagnosis> next =
        chain.isClosed() || chain.isTooLong()
            ? done(LockFindings.circle(primary.key()))
            : examine(primary, chain);
    return next.thenApply(found -> seenFrom(chain.first(), primary.key(), found));
  }

  /** Returns the diagnosis of the first row, given the diagnosis further along the chain. */
  private static Diagnosis seenFrom(RowKey start, RowKey primary, Diagnosis next) {
    if (!next.needsAPerson()) {
      return LockFindings.UNDECIDED;
    }
    RowKey culprit = next.culprit() == null ? primary : next.culprit();
    return culprit.equals(start)
        ? next
        : Diagnosis.blockedBy(culprit, "the holder of its primary cannot be settled");
  }

  private static CompletableFuture<Diagnosis> done(Diagnosis diagnosis) {
    return CompletableFuture.completedFuture(diagnosis);
  }
}
