package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Operation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Words the refusals of one operation in a fixed form: the operation, the place, the setting of the
 * operation, the reason, and the way out.
 */
record Refusals(Class<?> operation, TableName table, @Nullable RowKey row) {

  /** Creates the refusals of an operation on one row. */
  static Refusals of(Row operation, RowKey row) {
    return new Refusals(operation.getClass(), row.table(), row);
  }

  /** Creates the refusals of a scan. */
  static Refusals of(Operation scan, TableName table) {
    return new Refusals(scan.getClass(), table, null);
  }

  /** Returns a refusal. The parts are sentences without their full stops. */
  ProtocolFailure refuse(String what, String why, String wayOut) {
    return ProtocolFailure.illegal(row, message(what, why, wayOut));
  }

  private String message(String what, String why, String wayOut) {
    Object place = row == null ? "table '" + table.getNameAsString() + "'" : row;
    return "%s on %s refused: %s. %s. %s."
        .formatted(operation.getSimpleName(), place, what, why, wayOut);
  }

  /** Returns the refusal that a server would answer, too: its exception is the cause. */
  ProtocolFailure missingFamily(byte[] family, String present) {
    String what = "there is no family '" + Bytes.toStringBinary(family) + "'";
    String message =
        message(
            what, "The table has " + present, "Correct the name, or add the family to the table");
    return ProtocolFailure.illegal(row, message, new NoSuchColumnFamilyException(what));
  }

  ProtocolFailure emptyRow() {
    return refuse("the row key is empty", "HBase has no such row", "Name a row");
  }

  ProtocolFailure readOnly() {
    return refuse(
        "the transaction may only read",
        "Its settings require that (TransactionSettings.readOnly)",
        "Write in a transaction without that setting");
  }

  ProtocolFailure lockFamily() {
    return refuse(
        "it names the family '" + Bytes.toString(LockColumn.family()) + "'",
        "Rowlock keeps the locks of the rows there",
        "Name the table's other families");
  }

  ProtocolFailure hidden(TableName table, byte[] family) {
    String name = Bytes.toStringBinary(family);
    return refuse(
        "this user may not read the column family '" + name + "' (permission R)",
        "HBase would omit its cells without an error, as if they had never been written",
        "Grant it, in HBase's shell by grant USER, 'R', '%s', '%s'"
            .formatted(table.getNameAsString(), name));
  }

  ProtocolFailure attribute(String name) {
    return switch (name) {
      case "_ttl" ->
          refuse(
              "it sets a TTL on its cells (setTTL)",
              "Cells would vanish without a version that other transactions could notice",
              "Delete the cells when they expire");
      case "acl" ->
          refuse(
              "it sets an ACL on its cells (setACL)",
              "Cell ACLs are not carried through a commit",
              "Grant rights on the table, its families or columns");
      case "VISIBILITY" ->
          refuse(
              "it sets visibility labels (setCellVisibility or setAuthorizations)",
              "They are not carried through reads and commits",
              "Use the table without visibility labels");
      default ->
          refuse(
              "it sets the attribute '" + name + "'",
              "Attributes are not carried to the servers, and are not dropped silently",
              "Leave the attribute out, or use a plain HBase table");
    };
  }

  static ProtocolFailure tooManyRows(RowKey row, int maxRows) {
    String message =
        "A transaction may write %d rows at most (setting maxRows), and %s would be one too many."
            + " Split the work into several transactions, or raise the limit.";
    return ProtocolFailure.illegal(row, message.formatted(maxRows, row));
  }
}
