package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;

/** What a business transaction reads from plain HBase, and will write there. */
final class RawBackend implements Backend {
  private final Function<TableName, AsyncTable<?>> tables;
  private final StoredRows rows;
  private final RawRequests requests;
  private final boolean isAtomic;
  private final Map<Key, Row> puts = new LinkedHashMap<>();
  private final List<Key> deletes = new ArrayList<>();
  private final Map<Counter, Long> additions = new LinkedHashMap<>();

  /**
   * A backend.
   *
   * @param isAtomic whether counters are left to HBase's increments
   */
  RawBackend(
      Function<TableName, AsyncTable<?>> tables,
      StoredRows rows,
      RawRequests requests,
      boolean isAtomic) {
    this.tables = tables;
    this.rows = rows;
    this.requests = requests;
    this.isAtomic = isAtomic;
  }

  @Override
  public List<List<KeyedRow>> read(List<Query> queries) throws IOException {
    return requests.read(rows, tables, queries);
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

  @Override
  public long take(Counter counter, boolean inVain) throws IOException {
    if (isAtomic && !inVain) {
      return increment(counter) - 1;
    }
    long taken = counter.value();
    put(counter.key(), new Row().set(counter.column(), taken + 1));
    return taken;
  }

  /** At once, as the number is needed. */
  private long increment(Counter counter) throws IOException {
    Increment one = rows.increment(counter, 1);
    Phase before = PhaseClock.enter(Phase.WRITE);
    Result result = Replies.await(tables.apply(rows.table(counter.key())).increment(one));
    PhaseClock.enter(before);
    KeyedRow incremented = rows.found(counter.key(), result).orElseThrow();
    return incremented.row().number(counter.column());
  }

  @Override
  public boolean readsBeforeAdding() {
    return !isAtomic;
  }

  /** All that is to be written, one mutation for each row. */
  void write() throws IOException {
    Map<TableName, List<Mutation>> mutations = new LinkedHashMap<>();
    additions.forEach(
        (counter, delta) -> group(mutations, counter.key(), addition(counter, delta)));
    puts.forEach((key, cells) -> group(mutations, key, rows.put(key, cells)));
    deletes.forEach(key -> group(mutations, key, rows.delete(key)));
    Phase before = PhaseClock.enter(Phase.WRITE);
    requests.write(tables, mutations);
    PhaseClock.enter(before);
  }

  private Mutation addition(Counter counter, long delta) {
    return isAtomic
        ? rows.increment(counter, delta).setReturnResults(false)
        : rows.put(counter.key(), new Row().set(counter.column(), counter.value() + delta));
  }

  private void group(Map<TableName, List<Mutation>> mutations, Key key, Mutation mutation) {
    mutations.computeIfAbsent(rows.table(key), table -> new ArrayList<>()).add(mutation);
  }
}
