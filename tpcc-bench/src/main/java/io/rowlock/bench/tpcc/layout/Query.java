package io.rowlock.bench.tpcc.layout;

import io.rowlock.bench.tpcc.schema.Column;
import io.rowlock.bench.tpcc.schema.Key;
import io.rowlock.bench.tpcc.schema.KeyRange;
import java.util.List;

/** One logical read. */
public sealed interface Query {

  /** Empty: all columns. */
  List<Column> columns();

  /** A row by its key. */
  record ByKey(Key key, List<Column> columns) implements Query {}

  /**
   * Rows of a range.
   *
   * @param limit the first so many; 0 for all
   * @param keys all rows that there can be in the range; empty when they are not known. Who has
   *     reasons not to scan may get these instead
   */
  record InRange(KeyRange range, List<Column> columns, int limit, List<Key> keys)
      implements Query {}

  static Query get(Key key, Column... columns) {
    return new ByKey(key, List.of(columns));
  }

  static Query scan(KeyRange range, int limit, Column... columns) {
    return new InRange(range, List.of(columns), limit, List.of());
  }
}
