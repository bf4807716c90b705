package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.LockPlausibility;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.read.RangeRead;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Refuses, before anything is written, what the servers would refuse after the commit point: an
 * intent that cannot be applied would block its row forever.
 */
public record PlanLimits(ProtocolSettings settings) {

  /** The size of a reference to a row in a lock cell, besides the names of table and row. */
  private static final int REFERENCE_BYTES = 24;

  private static final int OTHER_FIELDS_BYTES = 1024;

  private static final String RAISE_LIMIT =
      "or raise hbase.client.keyvalue.maxsize and hbase.server.keyvalue.maxsize";

  /** Checks the plan of a hold. */
  public void check(LockPlan plan) {
    check(plan.rows(), plan.tables());
  }

  void check(List<WriteRow> rows, Map<TableName, TableFacts> tables) {
    tables.values().forEach(PlanLimits::checkOpen);
    if (rows.size() > settings.maxRows()) {
      String message =
          "The transaction writes %s rows, the limit is %s: split it, or raise the limit of rows"
              + " (rowlock.max.rows)";
      throw ProtocolFailure.illegal(null, message.formatted(rows.size(), settings.maxRows()));
    }
    long list = OTHER_FIELDS_BYTES;
    for (WriteRow row : rows) {
      list += row.key().row().length + row.key().table().getName().length + REFERENCE_BYTES;
    }
    checkList(list, rows.size());
    for (WriteRow row : rows) {
      checkTimestamps(row.base());
      checkFamilies(row, Objects.requireNonNull(tables.get(row.key().table())));
      checkSize(row, list);
    }
  }

  /**
   * Checks the versions that were read. Versions only grow, so the transaction would copy the
   * version of a damaged lock into other rows.
   */
  void check(ReadSet reads) {
    RowKey ahead = reads.rowOfNewestCell();
    if (ahead != null) {
      checkCell(ahead, reads.newestCell(), ", or another row of a scan");
    }
    reads.rows().forEach((key, row) -> checkVersion(key, row.version()));
    for (RangeRead range : reads.ranges()) {
      range
          .versions()
          .forEach((row, version) -> checkVersion(new RowKey(range.range().table(), row), version));
    }
  }

  /** Disabling removes the locks of a table when no client commits any more. */
  private static void checkOpen(TableFacts table) {
    if (table.isClosed()) {
      String message =
          "Table '%s' takes no commits any more, because it is being disabled for transactions"
              + " (RowlockOperations.disable): use it without transactions when that has ended";
      throw ProtocolFailure.illegal(null, message.formatted(table.table().getNameAsString()));
    }
  }

  private static void checkTimestamps(DecidedRow row) {
    checkVersion(row.key(), Math.max(row.version(), row.lockTime()));
    checkCell(row.key(), row.newestTimestamp(), "");
  }

  private static void checkCell(RowKey row, long timestamp, String orElsewhere) {
    if (timestamp > LockPlausibility.HIGHEST_COMMIT) {
      String message =
          "There is a cell with the timestamp %d in %s, above which there is no room for"
              + " transactions: delete it through a plain HBase table first";
      throw ProtocolFailure.illegal(row, message.formatted(timestamp, row + orElsewhere));
    }
  }

  private static void checkVersion(RowKey row, long version) {
    if (version > LockPlausibility.HIGHEST_COMMIT) {
      throw ProtocolFailure.corruptLock(
          row, "its version or its timestamp, " + version + ", leaves no room for later ones");
    }
  }

  private void checkList(long list, int rows) {
    if (list > settings.maxCellBytes()) {
      String message =
          "The transaction writes %d rows, whose names take about %d bytes in one cell, and the"
              + " limit is %s: split it, "
              + RAISE_LIMIT;
      throw ProtocolFailure.illegal(null, message.formatted(rows, list, settings.maxCellBytes()));
    }
  }

  private static void checkFamilies(WriteRow row, TableFacts facts) {
    for (byte[] family : row.intent().familyNames()) {
      if (!facts.families().contains(family) || LockColumn.isFamily(family)) {
        throw ProtocolFailure.illegal(
            row.key(),
            "There is no column family '%s' to write to in %s"
                .formatted(Bytes.toStringBinary(family), row.key()));
      }
      checkPermission(row.key(), family, facts);
    }
    checkPermission(row.key(), LockColumn.family(), facts);
  }

  private static void checkPermission(RowKey row, byte[] family, TableFacts facts) {
    if (facts.denied().contains(family)) {
      String name = Bytes.toStringBinary(family);
      String message =
          "This user may not write to the column family '%1$s' of %2$s (permission W on the whole"
              + " family): grant it, in HBase's shell by grant USER, 'W', '%3$s', '%1$s'";
      String table = row.table().getNameAsString();
      throw ProtocolFailure.illegal(row, message.formatted(name, row, table));
    }
  }

  private void checkSize(WriteRow row, long list) {
    long bytes = row.intent().totalBytes() + list;
    if (bytes > settings.maxCellBytes()) {
      String message =
          "What is written to %s takes about %s bytes in one cell, the limit is %s: write less at"
              + " once, "
              + RAISE_LIMIT;
      throw ProtocolFailure.illegal(
          row.key(), message.formatted(row.key(), bytes, settings.maxCellBytes()));
    }
  }
}
