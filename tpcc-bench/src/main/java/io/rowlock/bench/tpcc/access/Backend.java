package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.List;

/** One attempt of a business transaction in some mode. Used by one thread. */
interface Backend {

  /** Reads what does not depend on each other; an answer for each query, in their order. */
  List<List<KeyedRow>> read(List<Query> queries) throws IOException;

  /** Sets cells of a row, together with those set before. */
  void put(Key key, Row cells) throws IOException;

  /** Puts a row that is not there, and has never been: worth knowing for some. */
  default void insert(Key key, Row cells) throws IOException {
    put(key, cells);
  }

  void delete(Key key) throws IOException;

  /** Adds to a counter whose value nobody needs. */
  void add(Counter counter, long delta) throws IOException;

  /**
   * Adds one to a counter whose value was read.
   *
   * @param inVain the attempt will be rolled back
   * @return the number before
   */
  default long take(Counter counter, boolean inVain) throws IOException {
    long taken = counter.value();
    put(counter.key(), new Row().set(counter.column(), taken + 1));
    return taken;
  }

  /** Whether reading the lock of a row that will be written spares something later. */
  default boolean looksAhead() {
    return false;
  }

  /** Whether counters have to be read that are only added to. */
  boolean readsBeforeAdding();
}
