package io.rowlock.admin;

import io.rowlock.admin.DataFinding.Kind;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.maintenance.LockMaintenance;
import io.rowlock.internal.protocol.maintenance.LockView;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Finds what plain clients have left in the rows of a table since it was enabled.
 *
 * <p>Data that is at or below the floor is older than that. Above it, the values of a row have the
 * commit timestamps of its writers, which the lock names, and deletes are not newer than the last
 * one. Both are read at once, in one row of a raw scan, so running transactions do not matter.
 */
final class DataCheck {

  private final LockMaintenance maintenance;
  private final RangeScan rows;
  private final Consumer<DataFinding> listener;

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
                            + " it was enabled: repeat TransactionAdmin.enable"));
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
      return;
    }
    LockView lock = maintenance.view(key, row.lock().get());
    if (lock.state() != LockView.State.CORRUPT) {
      report(Kind.WRITTEN, key, row.valueTimes().filter(time -> !lock.mayHaveWritten(time)));
      Stream<Long> deletes = row.deleteTimes().filter(time -> time > lock.version());
      report(Kind.DELETED, key, deletes.filter(time -> time != lockDeleted.orElse(0)));
      checkNamed(lock);
    }
  }

  private void checkNamed(LockView lock) throws IOException {
    for (RowReference named : lock.namedLocks()) {
      if (!isThere(named)) {
        report(Kind.LOCK_MISSING, named.key(), named.lockTime());
      }
    }
  }

  private boolean isThere(RowReference named) throws IOException {
    try {
      return LockCalls.await(maintenance.look(named.key()))
          .filter(found -> found.stored().time() >= named.lockTime())
          .isPresent();
    } catch (TableNotFoundException dropped) {
      return false;
    }
  }

  private void report(Kind kind, RowKey key, Stream<Long> times) {
    times.max(Long::compare).ifPresent(newest -> report(kind, key, newest));
  }

  private void report(Kind kind, RowKey key, long time) {
    listener.accept(new DataFinding(kind, key.table(), key.row(), time));
  }
}
