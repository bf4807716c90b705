package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.longread.BarrierRows;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.TableFacts;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.RawCell;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Refuses mutations of one table that have no meaning in a transaction, before anything is
 * buffered.
 */
record MutationRules(TableFacts facts, TransactionLimits limits) {

  /** HBase's key for {@code setReturnResults}, which is supported. */
  private static final String RETURN_RESULTS = "_rr_";

  /**
   * Checks a mutation.
   *
   * @throws ProtocolFailure if the mutation is refused
   */
  void check(RowKey row, Mutation mutation) {
    Refusals refusals = Refusals.of(mutation, row);
    if (mutation.getRow().length == 0) {
      throw refusals.emptyRow();
    }
    if (BarrierRows.contain(row)) {
      throw refusals.refuse(
          "long readers lock this row",
          "Scans would leave out what it contains",
          "Choose another row key");
    }
    checkDurability(mutation.getDurability(), refusals);
    checkAttributes(mutation, refusals);
    checkTimes(mutation, refusals);
    if (mutation.isEmpty() && !(mutation instanceof Delete)) {
      throw refusals.refuse("it has no columns", "It would do nothing", "Add a column");
    }
    for (byte[] family : mutation.getFamilyCellMap().keySet()) {
      checkFamily(family, refusals);
      if (MutationFolder.isUpdate(mutation)) {
        checkReadable(family, refusals);
      }
    }
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      cells.forEach(cell -> checkCell(mutation, cell, refusals));
    }
  }

  /** A weaker durability than the table's is no error: the commit grants more than is asked for. */
  private void checkDurability(Durability durability, Refusals refusals) {
    if (durability == Durability.FSYNC_WAL && facts.durability() != Durability.FSYNC_WAL) {
      throw refusals.refuse(
          "it asks for Durability.FSYNC_WAL",
          "A transaction writes with the durability of the table, which is " + facts.durability(),
          "Set FSYNC_WAL in the table's descriptor");
    }
  }

  private static void checkAttributes(Mutation mutation, Refusals refusals) {
    for (String attribute : mutation.getAttributesMap().keySet()) {
      if (!attribute.equals(OperationWithAttributes.ID_ATRIBUTE)
          && !attribute.equals(RETURN_RESULTS)
          && !NewRowHint.isCalled(attribute)) {
        throw refusals.attribute(attribute);
      }
    }
  }

  private static void checkTimes(Mutation mutation, Refusals refusals) {
    if (mutation instanceof Increment increment) {
      QueryRules.checkTimes(increment.getTimeRange(), refusals);
    } else if (mutation instanceof Append append) {
      QueryRules.checkTimes(append.getTimeRange(), refusals);
    } else if (mutation instanceof Delete && mutation.isEmpty()) {
      checkTimestamp(mutation.getTimestamp(), null, refusals);
    }
  }

  void checkFamily(byte[] family, Refusals refusals) {
    if (LockColumn.isFamily(family)) {
      throw refusals.lockFamily();
    }
    if (!facts.families().contains(family)) {
      throw refusals.missingFamily(family, names(facts.userFamilies()));
    }
  }

  /** Checks that the user may read a family whose cells decide what is written. */
  void checkReadable(byte[] family, Refusals refusals) {
    if (facts.hidden().contains(family)) {
      throw refusals.hidden(facts.table(), family);
    }
  }

  /** Checks that the user may read whole rows. */
  void checkAllReadable(Refusals refusals) {
    facts.families().forEach(family -> checkReadable(family, refusals));
  }

  /** Returns the names in quotes, for messages. */
  static String names(Collection<byte[]> families) {
    return families.stream()
        .map(family -> "'" + Bytes.toStringBinary(family) + "'")
        .collect(Collectors.joining(", "));
  }

  private void checkCell(Mutation mutation, Cell cell, Refusals refusals) {
    checkTimestamp(cell.getTimestamp(), cell, refusals);
    checkType(mutation, cell, refusals);
    if (cell instanceof RawCell raw && raw.getTags().hasNext()) {
      throw refusals.refuse(
          nameOf(cell) + " carries tags",
          "Tags are not carried through a commit",
          "Leave them out");
    }
    if (mutation instanceof Increment && cell.getValueLength() != Long.BYTES) {
      throw refusals.refuse(
          "the amount for %s is %d bytes wide".formatted(nameOf(cell), cell.getValueLength()),
          "An increment adds longs of 8 bytes",
          "Use Increment.addColumn with a long");
    }
    if (cell.getValueLength() > limits.maxCellBytes()) {
      throw refusals.refuse(
          "the value of %s has %d bytes".formatted(nameOf(cell), cell.getValueLength()),
          "The servers take %d at most in a cell".formatted(limits.maxCellBytes()),
          "Spread the value over several rows, or raise the limit here and on the servers");
    }
  }

  /** Checks the timestamp of a cell; null: of the whole row. */
  private static void checkTimestamp(long timestamp, @Nullable Cell cell, Refusals refusals) {
    if (timestamp != HConstants.LATEST_TIMESTAMP) {
      throw refusals.refuse(
          "it sets the timestamp " + timestamp + " on " + (cell == null ? "the row" : nameOf(cell)),
          "A transaction's cells all get its commit timestamp",
          "Leave timestamps out; keep times that matter to you in a column");
    }
  }

  private static String nameOf(Cell cell) {
    String family = Bytes.toStringBinary(CellUtil.cloneFamily(cell));
    return "column '" + family + ":" + Bytes.toStringBinary(CellUtil.cloneQualifier(cell)) + "'";
  }

  /**
   * Where a family keeps one version, the deletion of the latest one is that of the column: HBase
   * shows an older one only until it flushes.
   */
  private void checkType(Mutation mutation, Cell cell, Refusals refusals) {
    if (!(mutation instanceof Delete) && cell.getType() != Cell.Type.Put) {
      throw refusals.refuse(
          "it carries a delete marker for " + nameOf(cell),
          "Only a Delete may contain one",
          "Put it into a Delete, and both into a RowMutations");
    }
    if (cell.getType() == Cell.Type.Delete
        && !facts.oneVersion().contains(CellUtil.cloneFamily(cell))) {
      throw refusals.refuse(
          "it deletes only the latest version of " + nameOf(cell) + " (addColumn)",
          "An older version would show again",
          "Delete the whole column with addColumns");
    }
    if (cell.getType() == Cell.Type.DeleteFamilyVersion) {
      throw refusals.refuse(
          "it deletes one version of a family (addFamilyVersion)",
          "A transaction knows only the current version of a row",
          "Delete columns with addColumns, or the family with addFamily");
    }
  }
}
