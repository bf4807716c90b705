package io.rowlock.internal.protocol.longread;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.LockedReader;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredRow;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/** What a client knows of the barrier of one table. Thread-safe. */
final class Barrier {

  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
  private static final Duration BETWEEN_LOOKS_AT_A_READER = Duration.ofMillis(50);
  private static final Duration MEMORY = Duration.ofMinutes(1);

  private final RowStore store;
  private final LockedReader locked;
  private final Environment environment;
  private final int busyCommits;
  private final List<RowRead> rows;
  private int commits;
  private long lookedAt;
  private boolean isLooking;
  private Look reader = Look.NO_READER;
  private long readerSince;
  private long readerSeen;
  private @Nullable CompletableFuture<Void> closed;

  Barrier(
      RowStore store,
      LockedReader locked,
      Environment environment,
      int busyCommits,
      TableName table) {
    this.store = store;
    this.locked = locked;
    this.environment = environment;
    this.busyCommits = busyCommits;
    this.rows =
        List.of(
            RowRead.lockOf(BarrierRows.announcement(table)),
            RowRead.lockOf(BarrierRows.closing(table)));
    this.lookedAt = now() - BETWEEN_LOOKS.toNanos();
    this.readerSeen = now() - MEMORY.toNanos();
  }

  /**
   * What a look has found.
   *
   * @param reader the identity of the announcement, which each attempt of a reader draws anew; null
   *     for none
   * @param isClosed whether the same reader has closed the barrier
   */
  private record Look(@Nullable TransactionId reader, boolean isClosed) {

    private static final Look NO_READER = new Look(null, false);

    static Look at(List<StoredRow> rows) {
      Prewritten announced = holder(rows.get(0));
      Prewritten closing = holder(rows.get(1));
      return announced == null
          ? NO_READER
          : new Look(announced.id(), closing != null && closing.age() == announced.age());
    }

    private static @Nullable Prewritten holder(StoredRow row) {
      return LockedRow.of(row).lock() instanceof Prewritten held ? held : null;
    }
  }

  /** Completes when a commit may begin, or a hold. */
  CompletableFuture<Void> open() {
    if (mustLook()) {
      look();
    }
    CompletableFuture<Void> waiting = waiting();
    return waiting == null ? CompletableFuture.completedFuture(null) : waiting;
  }

  /** Returns whether the last look has found it closed. */
  boolean isClosed() {
    return waiting() != null;
  }

  private synchronized @Nullable CompletableFuture<Void> waiting() {
    return closed;
  }

  private synchronized boolean mustLook() {
    commits++;
    boolean isBusy = commits >= busyCommits || now() - readerSeen < MEMORY.toNanos();
    if (isLooking || !isBusy || now() - lookedAt < BETWEEN_LOOKS.toNanos()) {
      return false;
    }
    commits = 0;
    lookedAt = now();
    isLooking = true;
    return true;
  }

  private void look() {
    var unused =
        Async.guarded(() -> store.read(rows))
            .thenApply(Look::at)
            .exceptionally(unknown -> Look.NO_READER)
            .thenAccept(this::found);
  }

  private void found(Look look) {
    boolean isNew = look.reader() != null && isNew(look);
    if (look.reader() != null && !isNew) { // it has taken too long, and is treated as dead
      rows.forEach(row -> settle(row.key()));
    }
    CompletableFuture<Void> over = note(isNew, isNew && look.isClosed());
    if (over != null) {
      over.complete(null);
    }
    if (isNew) {
      var unused =
          Async.guarded(() -> environment.pause(BETWEEN_LOOKS_AT_A_READER))
              .thenRun(this::look)
              .exceptionally(
                  stopped -> {
                    found(Look.NO_READER);
                    return null;
                  });
    }
  }

  /** Settles a lock that its owner has kept for too long. */
  private void settle(RowKey row) {
    WaitPolicy patience = WaitPolicy.ofReader(environment, LongReads.LONGEST_WAIT);
    var unused = Async.guarded(() -> locked.decided(row, patience));
  }

  /** Returns whether the reader has come, or closed the barrier, a short time ago. */
  private synchronized boolean isNew(Look look) {
    readerSeen = now();
    if (!look.equals(reader)) {
      reader = look;
      readerSince = readerSeen;
    }
    return readerSeen - readerSince < LongReads.LONGEST_WAIT.toNanos();
  }

  /** Returns the wait that has ended, null if none has. */
  private synchronized @Nullable CompletableFuture<Void> note(
      boolean isAnnounced, boolean isClosed) {
    isLooking = isAnnounced;
    CompletableFuture<Void> before = closed;
    if (!isClosed) {
      closed = null;
      return before;
    }
    if (before == null) { // it ends in time, whatever the servers answer
      closed = environment.pauseAtMost(LongReads.LONGEST_WAIT);
    }
    return null;
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
