package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.access.Client.LockTimeoutException;
import io.rowlock.bench.tpcc.access.GroupedReads.TableGroups;
import io.rowlock.bench.tpcc.access.LockCells.LockMode;
import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import io.rowlock.bench.tpcc.access.TwoPhaseClient.Pauses;
import io.rowlock.bench.tpcc.layout.Key;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;

/**
 * The locks of one attempt in mode 2pc. The locks of one call are requested together, in one group
 * per table, in the order of their keys. If another attempt holds one of them, the locks after it
 * are released before the wait for it. So an attempt waits for locks only in the order of keys, and
 * the locks of one call cannot cause a deadlock. A deadlock between the locks of several calls ends
 * when the wait reaches its limit.
 */
final class RowLocks {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(8);
  private static final Duration LONGEST_WAIT = Duration.ofMillis(300);

  private final StoredRows rows;
  private final Function<TableName, AsyncTable<?>> tables;
  private final byte[] owner;
  private final Set<Key> shared = new HashSet<>();
  private final Set<Key> owned = new HashSet<>();

  /** Rows that this attempt owns as soon as their readers have left. */
  private final Set<Key> claimed = new HashSet<>();

  RowLocks(StoredRows rows, Function<TableName, AsyncTable<?>> tables, byte[] owner) {
    this.rows = rows;
    this.tables = tables;
    this.owner = owner;
  }

  boolean holds(Key key, LockMode mode) {
    return owned.contains(key) || (mode == LockMode.SHARED && shared.contains(key));
  }

  Set<Key> shared() {
    return shared;
  }

  Set<Key> owned() {
    return owned;
  }

  /**
   * Returns when all are held; after a {@link LockTimeoutException} the others are held all the
   * same.
   */
  void acquire(Map<Key, LockMode> wanted) throws IOException {
    PhaseClock.in(Phase.PREWRITE, () -> acquireAll(wanted));
  }

  private boolean acquireAll(Map<Key, LockMode> wanted) throws IOException {
    SortedMap<Key, LockMode> missing = new TreeMap<>(wanted);
    missing.entrySet().removeIf(lock -> holds(lock.getKey(), lock.getValue()));
    Set<Key> before = Set.copyOf(shared);
    while (!missing.isEmpty()) {
      attempt(missing);
      SortedMap<Key, LockMode> left = new TreeMap<>(missing);
      left.entrySet().removeIf(lock -> holds(lock.getKey(), lock.getValue()));
      if (left.isEmpty()) {
        return true;
      }
      Key first = left.firstKey();
      missing = new TreeMap<>(missing.tailMap(first));
      LockMode mode = missing.remove(first);
      Interruption.await(giveBack(missing.keySet(), before));
      await(first, mode);
    }
    return true;
  }

  private void await(Key key, LockMode mode) throws IOException {
    Pauses pauses = new Pauses(FIRST_PAUSE, LONGEST_PAUSE, LONGEST_WAIT);
    while (!holds(key, mode)) {
      if (pauses.isTimeUp()) {
        throw new LockTimeoutException(
            "Locked by another transaction for %d ms, or left behind by a client that was killed: %s"
                .formatted(LONGEST_WAIT.toMillis(), key));
      }
      pauses.pause();
      attempt(new TreeMap<>(Map.of(key, mode)));
    }
  }

  private void attempt(SortedMap<Key, LockMode> wanted) throws IOException {
    Map<TableName, List<Key>> groups = new LinkedHashMap<>();
    wanted
        .keySet()
        .forEach(
            key -> groups.computeIfAbsent(rows.table(key), table -> new ArrayList<>()).add(key));
    Map<Key, CompletableFuture<CheckAndMutateResult>> replies = new LinkedHashMap<>();
    for (Map.Entry<TableName, List<Key>> group : groups.entrySet()) {
      List<CheckAndMutate> requests = new ArrayList<>();
      for (Key key : group.getValue()) {
        requests.add(request(key, mode(wanted, key)));
      }
      var sent = tables.apply(group.getKey()).checkAndMutate(requests);
      for (int i = 0; i < requests.size(); i++) {
        replies.put(group.getValue().get(i), sent.get(i));
      }
    }
    for (Map.Entry<Key, CompletableFuture<CheckAndMutateResult>> reply : replies.entrySet()) {
      var unused = reply.getValue().handle((result, failure) -> true).join();
    }
    note(wanted, replies);
  }

  private static LockMode mode(Map<Key, LockMode> wanted, Key key) {
    return Objects.requireNonNull(wanted.get(key));
  }

  private CheckAndMutate request(Key key, LockMode mode) throws IOException {
    byte[] row = rows.row(key);
    if (mode == LockMode.SHARED) {
      return LockCells.share(row);
    }
    return claimed.contains(key) ? LockCells.keepClaim(row, owner) : LockCells.claim(row, owner);
  }

  /** All successful replies, even if one failed. */
  private void note(
      Map<Key, LockMode> wanted, Map<Key, CompletableFuture<CheckAndMutateResult>> replies)
      throws IOException {
    for (Map.Entry<Key, CompletableFuture<CheckAndMutateResult>> reply : replies.entrySet()) {
      Key key = reply.getKey();
      boolean isShared = mode(wanted, key) == LockMode.SHARED;
      if (reply.getValue().isCompletedExceptionally()) {
        // Perhaps it is ours: giving up a claim does no harm to others.
        if (!isShared) {
          claimed.add(key);
        }
      } else if (reply.getValue().join().isSuccess()) {
        if (isShared) {
          shared.add(key);
        } else {
          noteClaim(key, LockCells.readers(reply.getValue().join()));
        }
      }
    }
    Interruption.awaitAll(List.copyOf(replies.values()));
  }

  private void noteClaim(Key key, long readers) {
    boolean isOwned = readers == (shared.contains(key) ? 1 : 0);
    (isOwned ? owned : claimed).add(key);
    if (isOwned) {
      claimed.remove(key);
    }
  }

  /** Releases all locks of an attempt that does not commit. */
  CompletableFuture<?> giveBackAll() {
    Set<Key> all = new HashSet<>(shared);
    all.addAll(owned);
    all.addAll(claimed);
    return giveBack(all, Set.of());
  }

  private CompletableFuture<?> giveBack(Set<Key> keys, Set<Key> staysShared) {
    TableGroups groups = new TableGroups(rows, tables);
    for (Key key : keys) {
      boolean wasOwned = owned.remove(key);
      boolean wasClaimed = claimed.remove(key);
      if (wasOwned || wasClaimed) {
        groups.add(key, LockCells.giveUp(rows.row(key), owner));
      }
      if (!staysShared.contains(key) && shared.remove(key)) {
        groups.add(key, LockCells.leave(rows.row(key)));
      }
    }
    return groups.send();
  }
}
