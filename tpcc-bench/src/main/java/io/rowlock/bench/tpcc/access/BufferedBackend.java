package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Row;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;

/** An attempt in a mode that keeps what is to be written until its end. */
abstract class BufferedBackend implements Backend {
  final StoredRows rows;
  final Function<TableName, AsyncTable<?>> tables;
  final Map<Key, Row> puts = new LinkedHashMap<>();
  final Set<Key> deletes = new LinkedHashSet<>();
  final Map<Counter, Long> additions = new LinkedHashMap<>();

  BufferedBackend(StoredRows rows, Function<TableName, AsyncTable<?>> tables) {
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
