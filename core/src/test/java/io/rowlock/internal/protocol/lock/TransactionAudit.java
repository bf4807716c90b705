package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulation.MemoryCluster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * The observed steps of each transaction, and the invariants about more than one row. A commit
 * finds every other row held by it, the primary outlives its secondaries (I2), only the owner
 * commits (I3), and an identity represents one attempt (I4).
 */
final class TransactionAudit {

  /** Everything known of one identity. */
  private static final class Seen {
    @Nullable String owner;
    @Nullable String tag;
    @Nullable RowKey primary;
    long commitTimestamp;
    boolean isCommitted;
  }

  private final MemoryCluster cluster;
  private final Function<List<Cell>, @Nullable String> tags;
  private final Map<TransactionId, Seen> known = new HashMap<>();

  TransactionAudit(MemoryCluster cluster, Function<List<Cell>, @Nullable String> tags) {
    this.cluster = cluster;
    this.tags = tags;
  }

  @Nullable String ownerOf(TransactionId id) {
    return seen(id).owner;
  }

  @Nullable String tagOf(TransactionId id) {
    return seen(id).tag;
  }

  private Seen seen(TransactionId id) {
    return known.computeIfAbsent(id, first -> new Seen());
  }

  /** Notes a write that was applied. */
  void applied(String client, ConditionalWrite write, RowLock before, RowLock after) {
    RowKey key = write.key();
    if (before instanceof Prewritten held) {
      checkReplaced(write, held, after);
    }
    if (before instanceof Committed committed && !isSame(committed, after)) {
      checkSecondariesDone(key, committed);
    }
    if (after instanceof Prewritten prewritten) {
      notePrewrite(client, key, prewritten);
    }
    noteCommit(client, write, before, after);
  }

  private static boolean isSame(Committed committed, RowLock after) {
    return after instanceof Committed still && still.id().equals(committed.id());
  }

  /**
   * Checks that a prewrite of a committed transaction is replaced only by roll-forward, and one of
   * another transaction is not rolled forward.
   */
  private void checkReplaced(ConditionalWrite write, Prewritten held, RowLock after) {
    RowKey key = write.key();
    boolean isStill = after instanceof Prewritten next && next.id().equals(held.id());
    if (isStill) {
      return;
    }
    if (RowAudit.applies(write, held)) {
      boolean isDecided = held.isPrimary() || seen(held.id()).isCommitted;
      require(isDecided, key, held.id(), "rolled forward before it was committed");
      boolean isShown = held.isPrimary() || isShown(held);
      require(isShown, key, held.id(), "rolled forward before its primary tells of it");
    } else {
      require(!seen(held.id()).isCommitted, key, held.id(), "rolled back though committed");
    }
  }

  private boolean isShown(Prewritten secondary) {
    RowLock primary = LockedRow.of(cluster.rawGet(secondary.primary().key())).lock();
    return !(primary instanceof Prewritten held && held.id().equals(secondary.id()));
  }

  private void checkSecondariesDone(RowKey key, Committed committed) {
    for (RowReference secondary : committed.secondaries()) {
      long version = LockedRow.of(cluster.rawGet(secondary.key())).lock().decidedPart().version();
      boolean isDone = version >= committed.commitTimestamp();
      require(isDone, key, committed.id(), "I2: its primary is given up before its secondaries");
    }
  }

  private void notePrewrite(String client, RowKey key, Prewritten lock) {
    Seen seen = seen(lock.id());
    RowKey primary = lock.isPrimary() ? key : lock.primary().key();
    boolean isFirst = seen.primary == null;
    boolean fits = primary.equals(seen.primary) && seen.commitTimestamp == lock.commitTimestamp();
    require(isFirst || fits, key, lock.id(), "I4: it has changed its mind");
    boolean isOwn = seen.owner == null || seen.owner.equals(client);
    require(isOwn, key, lock.id(), "I3: prewritten by another");
    boolean above = lock.commitTimestamp() >= lock.base().version() + 2;
    require(above, key, lock.id(), "I4: its commit timestamp is too low");
    seen.primary = primary;
    seen.commitTimestamp = lock.commitTimestamp();
    seen.owner = seen.owner == null ? client : seen.owner;
    if (seen.tag == null) {
      List<Cell> cells = new ArrayList<>();
      lock.intent().toMutations(key.row(), lock.commitTimestamp()).forEach(m -> addCells(m, cells));
      seen.tag = tags.apply(cells);
    }
  }

  private static void addCells(Mutation mutation, List<Cell> cells) {
    mutation.getFamilyCellMap().values().forEach(cells::addAll);
  }

  /** Checks that the first trace of a transaction anywhere is its commit point. */
  private void noteCommit(String client, ConditionalWrite write, RowLock before, RowLock after) {
    Stable decided = after.decidedPart();
    TransactionId id = decided.writer();
    if (id == null || before.decidedPart().hasTraceOf(id)) {
      return;
    }
    Seen seen = seen(id);
    if (seen.tag == null) {
      List<Cell> cells = new ArrayList<>();
      write.data().forEach(mutation -> addCells(mutation, cells));
      cells.removeIf(cell -> cell.getTimestamp() < decided.version() - 1);
      seen.tag = tags.apply(cells);
    }
    if (seen.isCommitted) {
      return;
    }
    RowKey key = write.key();
    require(seen.owner == null || seen.owner.equals(client), key, id, "I3: committed by another");
    require(seen.primary == null || seen.primary.equals(key), key, id, "not by its primary");
    if (after instanceof Committed committed) {
      for (RowReference secondary : committed.secondaries()) {
        RowLock lock = LockedRow.of(cluster.rawGet(secondary.key())).lock();
        boolean holds = lock instanceof Prewritten held && held.id().equals(id);
        require(holds, key, id, "committed without all of its secondaries");
      }
    }
    seen.isCommitted = true;
    seen.owner = client;
  }

  private static void require(boolean condition, RowKey key, TransactionId id, String otherwise) {
    if (!condition) {
      throw new AssertionError("Transaction " + id + " at " + key + ": " + otherwise);
    }
  }
}
