package io.rowlock.operations;

import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.operations.DataFinding.Kind;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds what plain clients have left in the rows of a table since it was enabled.
 *
 * <p>Data that is at or below the floor is older than that. Above it, the values of a row have the
 * commit timestamps of its writers, which the lock names, and deletes are not newer than the last
 * one. Both are read at once, in one row of a raw scan, so running transactions do not matter.
 */
final class DataCheck {

  private static final Logger LOG = LoggerFactory.getLogger(DataCheck.class);

  private static final int MOST_NAMED = 100_000;

  private final LockMaintenance maintenance;
  private final RangeScan rows;
  private final Consumer<DataFinding> listener;
  private final Set<RowKey> reported = new HashSet<>();

  DataCheck(LockMaintenance maintenance, RangeScan rows, Consumer<DataFinding> listener) {
    this.maintenance = maintenance;
    this.rows = rows;
    this.listener = listener;
  }

  /**
   * Reads the locks, and all data above the floor.
   *
   * @param table with all families that the user may read
   */
  void run(TableDescriptor table) throws IOException {
    long floor =
        Floor.of(table)
            .orElseThrow(
                () ->
                    new DoNotRetryIOException(
                        "Table '"
                            + table.getTableName().getNameAsString()
                            + "' has no floor for timestamps, which shows what was written since"
                            + " it was enabled: repeat 'rowlock enable'"));
    Scan scan = new Scan().setRaw(true).readAllVersions().addFamily(LockColumn.family());
    for (byte[] family : table.getColumnFamilyNames()) {
      if (!LockColumn.isFamily(family)) {
        scan.addFamily(family).setColumnFamilyTimeRange(family, floor + 1, Long.MAX_VALUE);
      }
    }
    rows.run(scan, row -> check(row, floor));
  }

  private void check(Result raw, long floor) throws IOException {
    RawRow row = RawRow.of(raw);
    RowKey key = new RowKey(rows.range().table(), raw.getRow());
    OptionalLong lockDeleted = row.lockDeletedAt();
    if (lockDeleted.orElse(0) > floor) {
      report(Kind.LOCK_DELETED, key, lockDeleted.getAsLong());
    }
    if (row.lock().isEmpty()) {
      report(Kind.UNLOCKED, key, row.valueTimes());
      if (lockDeleted.isEmpty() && row.deleteTimes().findAny().isPresent() && hasOldData(key)) {
        report(Kind.DELETED, key, row.deleteTimes());
      }
      return;
    }
    LockView lock = maintenance.view(key, row.lock().get());
    if (lock.state() == LockView.State.CORRUPT) {
      report(Kind.LOCK_UNREADABLE, key, lock.stored().time());
      return;
    }
    report(Kind.WRITTEN, key, row.valueTimes().filter(time -> !lock.mayHaveWritten(time)));
    Stream<Long> deletes = row.deleteTimes().filter(time -> time > newestDelete(lock));
    report(
        Kind.DELETED,
        key,
        Stream.concat(
            row.deleteTimesOfVersions(), deletes.filter(time -> time != lockDeleted.orElse(0))));
    checkNamed(lock);
  }

  /**
   * Returns the time up to which transactions have deleted. A row without a writer may have had one
   * whose lock was vacuumed: the present lock is newer than anything that one has left.
   */
  private static long newestDelete(LockView lock) {
    return lock.version() == 0 ? lock.stored().time() : lock.version();
  }

  /** A vacuumed row has no data. */
  private boolean hasOldData(RowKey key) throws IOException {
    Result row = rows.get(key.row());
    return !row.isEmpty() && !row.containsColumn(LockColumn.family(), LockColumn.qualifier());
  }

  private void checkNamed(LockView lock) throws IOException {
    for (RowReference named : lock.namedLocks()) {
      Optional<Kind> problem = problemOf(named);
      if (problem.isPresent() && (reported.size() == MOST_NAMED || reported.add(named.key()))) {
        report(problem.get(), named.key(), named.lockTime());
      }
    }
  }

  private Optional<Kind> problemOf(RowReference named) {
    try {
      return LockCalls.await(maintenance.look(named.key()))
              .filter(found -> found.stored().time() >= named.lockTime())
              .isPresent()
          ? Optional.empty()
          : Optional.of(Kind.LOCK_MISSING);
    } catch (TableNotFoundException dropped) {
      return Optional.of(Kind.LOCK_MISSING);
    } catch (IOException unanswered) {
      LOG.warn("The lock of {} cannot be read", named.key(), unanswered);
      return Optional.of(Kind.LOCK_UNREAD);
    }
  }

  private void report(Kind kind, RowKey key, Stream<Long> times) {
    times.max(Long::compare).ifPresent(newest -> report(kind, key, newest));
  }

  private void report(Kind kind, RowKey key, long time) {
    listener.accept(new DataFinding(kind, key.table(), key.row(), time));
  }
}
