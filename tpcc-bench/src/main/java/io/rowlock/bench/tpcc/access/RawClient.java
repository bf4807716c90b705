package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.Replies;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;

/**
 * Plain HBase: every row by itself is atomic, nothing else. What a business transaction that rolls
 * back has written is not sent.
 *
 * @param mode whether requests go one by one, and whether counters are left to HBase's increments
 */
record RawClient(AsyncConnection connection, StoredRows rows, Mode mode, Operations operations)
    implements Client {

  static RawClient open(Configuration configuration, StoredRows rows, Mode mode)
      throws IOException {
    AsyncConnection connection =
        Replies.await(ConnectionFactory.createAsyncConnection(configuration));
    return new RawClient(connection, rows, mode, new Operations());
  }

  @Override
  public <T> Ended<T> run(Work<T> work) throws IOException {
    RawBackend backend = new RawBackend(rows, connection::getTable, mode);
    Access access = new Access(backend, operations);
    try {
      T result = work.execute(access);
      if (!access.isRolledBack()) {
        backend.write();
      }
      return new Ended<>(result, access.isRolledBack(), 1);
    } finally {
      access.count();
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  /** What a business transaction reads from plain HBase, and will write there. */
  private static final class RawBackend extends BufferedBackend {
    /** One row, or one scan, after the other; else all at once, in one group for each table. */
    private final boolean isOneByOne;

    private final boolean isAtomic;

    RawBackend(StoredRows rows, Function<TableName, AsyncTable<?>> tables, Mode mode) {
      super(rows, tables);
      this.isOneByOne = mode == Mode.RAW;
      this.isAtomic = mode == Mode.RAW_ATOMIC;
    }

    @Override
    public List<List<KeyedRow>> read(List<Query> queries) throws IOException {
      if (!isOneByOne) {
        return new GroupedReads(rows, tables, queries, false).run();
      }
      List<List<KeyedRow>> answers = new ArrayList<>();
      for (Query query : queries) {
        answers.addAll(new GroupedReads(rows, tables, List.of(query), false).run());
      }
      return answers;
    }

    @Override
    public long take(Counter counter, boolean inVain) throws IOException {
      return isAtomic && !inVain ? increment(counter) - 1 : super.take(counter, inVain);
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
      if (isOneByOne) {
        for (Map.Entry<TableName, List<Mutation>> some : mutations.entrySet()) {
          for (Mutation mutation : some.getValue()) {
            var unused = Replies.await(write(tables.apply(some.getKey()), mutation));
          }
        }
      } else {
        List<CompletableFuture<?>> replies = new ArrayList<>();
        mutations.forEach((table, some) -> replies.add(tables.apply(table).batchAll(some)));
        Replies.awaitAll(replies);
      }
      PhaseClock.enter(before);
    }

    private static CompletableFuture<?> write(AsyncTable<?> table, Mutation mutation) {
      if (mutation instanceof Put put) {
        return table.put(put);
      }
      if (mutation instanceof Delete delete) {
        return table.delete(delete);
      }
      return table.increment((Increment) mutation);
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
}
