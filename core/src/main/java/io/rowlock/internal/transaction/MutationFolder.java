package io.rowlock.internal.transaction;

import static org.apache.hadoop.hbase.CellUtil.cloneFamily;
import static org.apache.hadoop.hbase.CellUtil.cloneQualifier;
import static org.apache.hadoop.hbase.CellUtil.cloneValue;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.transaction.ColumnChange.Addition;
import io.rowlock.internal.transaction.ColumnChange.Replacement;
import io.rowlock.internal.transaction.ColumnChange.Suffix;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.Iterables;
import org.apache.hbase.thirdparty.com.google.common.collect.Multimaps;

/** Translates HBase's mutations to changes of a {@link BufferedRow}. */
final class MutationFolder {

  private MutationFolder() {}

  /** Adds one mutation of the row, which {@link MutationRules} have accepted. */
  static void fold(Mutation mutation, BufferedRow row, TableFacts facts) {
    if (mutation instanceof Delete && mutation.isEmpty()) {
      row.deleteAll(facts.userFamilies());
    } else if (isUpdate(mutation)) {
      for (List<Cell> deltas : deltas(mutation)) {
        fold(mutation, deltas.get(deltas.size() - 1), row);
      }
    } else {
      for (Cell cell : Iterables.concat(mutation.getFamilyCellMap().values())) {
        fold(mutation, cell, row);
      }
    }
  }

  /** Adds one cell of a mutation. */
  static void fold(Mutation mutation, Cell cell, BufferedRow row) {
    if (cell.getType() == Cell.Type.DeleteFamily) {
      row.deleteFamily(cloneFamily(cell));
    } else {
      row.change(cloneFamily(cell), cloneQualifier(cell), changeOf(mutation, cell));
    }
  }

  /**
   * Returns the cells of an update, grouped by column. HBase computes each of them from the value
   * before the update, and writes the last one's result over the others'.
   */
  static List<List<Cell>> deltas(Mutation update) {
    List<List<Cell>> deltas = new ArrayList<>();
    for (List<Cell> cells : update.getFamilyCellMap().values()) {
      deltas.addAll(
          Multimaps.asMap(Multimaps.index(cells, cell -> ByteBuffer.wrap(cloneQualifier(cell))))
              .values());
    }
    return deltas;
  }

  private static ColumnChange changeOf(Mutation mutation, Cell cell) {
    if (mutation instanceof Delete) {
      return Replacement.DELETED;
    }
    if (mutation instanceof Increment) {
      return new Addition(Bytes.toLong(cloneValue(cell)));
    }
    return mutation instanceof Append
        ? new Suffix(cloneValue(cell))
        : new Replacement(cloneValue(cell));
  }

  /** Returns whether a mutation computes new values from old ones. */
  static boolean isUpdate(Mutation mutation) {
    return mutation instanceof Increment || mutation instanceof Append;
  }

  /** Returns whether the caller of an update has requested its new values. */
  static boolean returnsResults(Mutation mutation) {
    return (mutation instanceof Increment increment && increment.isReturnResults())
        || (mutation instanceof Append append && append.isReturnResults());
  }

  /** Returns the columns of the updates among the mutations. */
  static ColumnSelection columnsOfUpdates(List<Mutation> mutations) {
    NavigableMap<byte[], NavigableSet<byte[]>> columns = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (Mutation mutation : mutations) {
      if (isUpdate(mutation)) {
        for (Cell cell : Iterables.concat(mutation.getFamilyCellMap().values())) {
          columns
              .computeIfAbsent(cloneFamily(cell), f -> new TreeSet<>(Bytes.BYTES_COMPARATOR))
              .add(cloneQualifier(cell));
        }
      }
    }
    return columns.isEmpty() ? ColumnSelection.LOCK_ONLY : ColumnSelection.of(columns);
  }
}
