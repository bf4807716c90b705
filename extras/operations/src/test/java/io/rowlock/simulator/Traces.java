package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import io.rowlock.operations.maintenance.LockView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;

/**
 * What locks tell an operator of transactions that a log names by their ids, and which locks
 * concern a table that is to be disabled: it has to be true.
 */
final class Traces {

  private final LockAudit audit;

  /** The tables that each transaction has touched; a combined commit is all of its members. */
  private final Map<TransactionId, Set<TableName>> touched = new HashMap<>();

  Traces(LockAudit audit, List<UserRecord> transactions) {
    this.audit = audit;
    for (UserRecord transaction : transactions) {
      for (TransactionId id : transaction.identities().keySet()) {
        Set<TableName> tables = touched.computeIfAbsent(id, first -> new HashSet<>());
        transaction.changes().keySet().forEach(key -> tables.add(key.table()));
        transaction.observations().forEach(seen -> tables.add(seen.key().table()));
      }
    }
  }

  void check(List<LockView> seen) {
    touched.keySet().forEach(Traces::checkCutOff);
    seen.forEach(this::check);
  }

  /** An id of which a digit is missing names no transaction. */
  private static void checkCutOff(TransactionId id) {
    String most = id.toString().substring(1);
    try {
      throw new AssertionError("taken for an id: " + TransactionId.parse(most));
    } catch (IllegalArgumentException refused) {
      // as it should be
    }
  }

  private void check(LockView lock) {
    RowKey key = lock.key();
    touched
        .keySet()
        .forEach(
            known -> {
              TransactionId id = TransactionId.parse(known.toString());
              boolean isTrace = lock.isTraceOf(id);
              require(!isTrace || audit.row(key).writers().containsValue(id), lock, "trace", id);
              require(!lock.isHeldBy(id) || !isTrace, lock, "undecided trace", id);
            });
    checkUnreadable(lock);
    checkTimes(lock);
    checkTimestamps(lock);
    if (lock.state() == LockView.State.PREWRITTEN || lock.state() == LockView.State.COMMITTED) {
      checkTables(lock);
    } else {
      require(tables().noneMatch(lock::names), lock, "name of a table", key);
      require(lock.namedLocks().isEmpty(), lock, "name of a lock", key);
    }
    TransactionId id = lock.transaction();
    require(!lock.isHold() || !audit.row(key).writers().containsValue(id), lock, "hold", id);
  }

  private Stream<TableName> tables() {
    return touched.values().stream().flatMap(Set::stream);
  }

  /** A cell that cannot be decoded proves nothing. */
  private void checkUnreadable(LockView lock) {
    LockView cut = new LockView(lock.key(), lock.stored(), null, "cut off");
    require(cut.transaction() == null && cut.mayHaveWritten(1), cut, "proof", "nothing");
    require(!cut.names(lock.key().table()), cut, "name of a table", lock.key());
    touched
        .keySet()
        .forEach(id -> require(!cut.isTraceOf(id) && !cut.isHeldBy(id), cut, "proof", id));
  }

  /** Only a transaction that has not ended everywhere has times of its own. */
  private static void checkTimes(LockView lock) {
    long began = lock.began();
    long timestamp = lock.commitTimestamp();
    boolean isStable = lock.state() == LockView.State.STABLE;
    boolean isHeld = lock.state() == LockView.State.PREWRITTEN;
    require(isHeld ? began > 0 : began == 0, lock, "begin", began);
    require(
        isStable ? timestamp == 0 : timestamp >= lock.version(), lock, "commit time", timestamp);
  }

  /** A value that a transaction has written is never taken for that of another program. */
  private void checkTimestamps(LockView lock) {
    Set<Long> versions = audit.row(lock.key()).writers().headMap(lock.version(), true).keySet();
    for (long version : versions) {
      for (long timestamp = version - 1; timestamp <= version + 1; timestamp++) {
        boolean isPossible = lock.mayHaveWritten(timestamp);
        require(isPossible || !versions.contains(timestamp), lock, "timestamp", timestamp);
        require(!isPossible || timestamp <= lock.version(), lock, "timestamp", timestamp);
      }
    }
  }

  /** A lock names the table of the row that decides, and tables that its transaction touches. */
  private void checkTables(LockView lock) {
    TransactionId id = lock.transaction();
    RowKey primary = lock.primary();
    require(primary != null && lock.names(primary.table()), lock, "primary", id);
    Set<TableName> mine = touched.get(id);
    if (mine != null) {
      tables()
          .filter(lock::names)
          .forEach(table -> require(mine.contains(table), lock, "table " + table, id));
      lock.namedLocks()
          .forEach(row -> require(mine.contains(row.key().table()), lock, "row " + row, id));
    }
  }

  private static void require(boolean condition, LockView lock, String what, Object id) {
    if (!condition) {
      throw new AssertionError("wrong " + what + " of " + id + " in " + lock);
    }
  }
}
