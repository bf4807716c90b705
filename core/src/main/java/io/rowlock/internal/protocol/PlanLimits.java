package io.rowlock.internal.protocol;

import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Refuses, before anything is written, what the servers would refuse after the commit point: an
 * intent that cannot be applied would block its row for ever.
 */
final class PlanLimits {

  /** What a reference to a row takes in a lock cell besides the names of table and row. */
  private static final int REFERENCE_BYTES = 24;

  private static final int OTHER_FIELDS_BYTES = 1024;

  private final ProtocolSettings settings;

  PlanLimits(ProtocolSettings settings) {
    this.settings = settings;
  }

  void check(List<WriteRow> rows, Map<TableName, TableFacts> tables) {
    if (rows.size() > settings.maxRows()) {
      throw ProtocolFailure.illegal(
          null,
          "The transaction writes "
              + rows.size()
              + " rows, the limit is "
              + settings.maxRows()
              + ": split it, or raise the limit of rows (rowlock.max.rows)");
    }
    long list = OTHER_FIELDS_BYTES;
    for (WriteRow row : rows) {
      list += row.key().row().length + row.key().table().getName().length + REFERENCE_BYTES;
    }
    for (WriteRow row : rows) {
      checkFamilies(row, Objects.requireNonNull(tables.get(row.key().table())));
      checkSize(row, list);
    }
  }

  private static void checkFamilies(WriteRow row, TableFacts facts) {
    for (byte[] family : row.intent().familyNames()) {
      if (!facts.families().contains(family) || LockColumn.isFamily(family)) {
        throw ProtocolFailure.illegal(
            row.key(),
            "There is no column family '"
                + Bytes.toStringBinary(family)
                + "' to write to in "
                + row.key());
      }
    }
  }

  private void checkSize(WriteRow row, long list) {
    long bytes = row.intent().totalBytes() + list;
    if (bytes > settings.maxCellBytes()) {
      throw ProtocolFailure.illegal(
          row.key(),
          "What is written to "
              + row.key()
              + " takes about "
              + bytes
              + " bytes in one cell, the limit is "
              + settings.maxCellBytes()
              + ": write less at once, or raise hbase.client.keyvalue.maxsize and"
              + " hbase.server.keyvalue.maxsize");
    }
  }
}
