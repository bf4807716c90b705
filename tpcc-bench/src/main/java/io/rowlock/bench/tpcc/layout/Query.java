package io.rowlock.bench.tpcc.layout;

import java.util.List;
import java.util.stream.IntStream;

/** One logical read. */
public sealed interface Query {

  /** The columns; empty for all. */
  List<Column> columns();

  /** Whether the transaction also writes the rows. */
  boolean isForUpdate();

  /** Returns the query for rows to write; modes with locks lock them exclusively. */
  Query forUpdate();

  /** A row by its key. */
  record ByKey(Key key, List<Column> columns, boolean isForUpdate) implements Query {
    @Override
    public Query forUpdate() {
      return new ByKey(key, columns, true);
    }
  }

  /**
   * The first rows of a range, up to a limit; the limit 0 stands for all. If all keys that can
   * exist in the range are known, a mode may read the rows by these keys instead.
   */
  record InRange(
      KeyRange range, List<Column> columns, int limit, List<Key> keys, boolean isForUpdate)
      implements Query {
    @Override
    public Query forUpdate() {
      return new InRange(range, columns, limit, keys, true);
    }
  }

  static Query get(Key key, Column... columns) {
    return new ByKey(key, List.of(columns), false);
  }

  static Query scan(KeyRange range, int limit, Column... columns) {
    return new InRange(range, List.of(columns), limit, List.of(), false);
  }

  /** All lines of an order, up to a maximum. */
  static Query linesOf(int w, int d, long o, int most, Column... columns) {
    return new InRange(
        KeyRange.linesOf(w, d, o),
        List.of(columns),
        0,
        IntStream.rangeClosed(1, most).mapToObj(number -> Keys.orderLine(w, d, o, number)).toList(),
        false);
  }
}
