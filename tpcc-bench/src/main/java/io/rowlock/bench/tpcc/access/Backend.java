package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;

/** One attempt of a business transaction in one mode. Used by one thread. */
interface Backend {
  /** Runs independent queries; returns one answer for each query, in their order. */
  List<List<KeyedRow>> read(List<Query> queries) throws IOException;

  /** Sets cells of a row, in addition to earlier ones. */
  void put(Key key, Row cells) throws IOException;

  /** Puts a row that has never existed, which some modes make use of. */
  default void insert(Key key, Row cells) throws IOException {
    put(key, cells);
  }

  void delete(Key key) throws IOException;

  /** Adds to a counter whose value is not needed. */
  void add(Counter counter, long delta) throws IOException;

  /** Whether reading the lock of a row that will be written saves a request later. */
  default boolean looksAhead() {
    return false;
  }

  /** Whether the mode must read a counter to add to it. */
  default boolean readsBeforeAdding() {
    return true;
  }

  /** An attempt in a mode that keeps its writes until its end. */
  abstract class Buffered implements Backend {
    final StoredRows rows;
    final Function<TableName, AsyncTable<?>> tables;
    final Map<Key, Row> puts = new LinkedHashMap<>();
    final Set<Key> deletes = new LinkedHashSet<>();
    final Map<Counter, Long> additions = new LinkedHashMap<>();

    Buffered(StoredRows rows, Function<TableName, AsyncTable<?>> tables) {
      this.rows = rows;
      this.tables = tables;
    }

    @Override
    public void put(Key key, Row cells) {
      puts.computeIfAbsent(key, any -> new Row()).setAll(cells);
    }

    @Override
    public void delete(Key key) {
      deletes.add(key);
    }

    @Override
    public void add(Counter counter, long delta) {
      additions.merge(counter, delta, Long::sum);
    }
  }
}
