package io.rowlock.bench.tpcc.check;

import io.rowlock.bench.tpcc.layout.Column;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.BrokenRowException;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Reads cells that can be missing or of the wrong size. */
final class Cells {
  private Cells() {}

  /** Returns null if the cell holds no such number. */
  static @Nullable Long number(@Nullable Row row, Column column) {
    if (row == null || !row.has(column)) {
      return null;
    }
    try {
      return row.number(column);
    } catch (BrokenRowException e) {
      return null;
    }
  }

  /** Whether a cell holds a number; not when it is null. */
  static boolean is(@Nullable Row row, Column column, long expected) {
    Long number = number(row, column);
    return number != null && number == expected;
  }

  /** Returns 0 for null. */
  static long inSum(@Nullable Row row, Column column) {
    Long number = number(row, column);
    return number == null ? 0 : number;
  }

  /** Whether a cell holds a text; not when it is null. */
  static boolean is(Row row, Column column, String expected) {
    return row.has(column) && row.text(column).equals(expected);
  }

  /** Whether two rows have the same cell in a column, or both none. */
  static boolean areSame(Row one, Row other, Column column) {
    byte[] qualifier = column.qualifier();
    return Arrays.equals(one.cells().get(qualifier), other.cells().get(qualifier));
  }

  /** Whether an existing cell has a valid size for its type. */
  static boolean isSized(Column column, byte[] value) {
    return switch (column.type()) {
      case INT -> value.length == Bytes.SIZEOF_INT;
      case LONG -> value.length == Bytes.SIZEOF_LONG;
      case TEXT -> true;
    };
  }
}
