package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.Replies;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.access.Client.Work;
import io.rowlock.bench.tpcc.access.GroupedReads.TableGroups;
import io.rowlock.bench.tpcc.access.Phase.PhaseClock;
import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;

/**
 * Plain HBase: every row by itself is atomic, nothing else. The writes of a business transaction
 * that rolls back are not sent. The mode sends requests one by one or together, and may leave
 * counters to HBase's increments.
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
    Attempt attempt = new Attempt(rows, connection::getTable, mode);
    Access access = new Access(attempt, operations);
    try {
      T result = work.execute(access);
      if (!access.isRolledBack()) {
        PhaseClock.in(Phase.WRITE, attempt::write);
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

  private static final class Attempt extends Backend.Buffered {
    /** One row, or one scan, after the other; else all at once, in one group for each table. */
    private final boolean isOneByOne;

    private final boolean isAtomic;

    Attempt(StoredRows rows, Function<TableName, AsyncTable<?>> tables, Mode mode) {
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
      if (!isAtomic || inVain) {
        return super.take(counter, inVain);
      }
      // At once, as the number is needed.
      AsyncTable<?> table = tables.apply(rows.table(counter.key()));
      Increment one = rows.increment(counter, 1);
      Result result = PhaseClock.in(Phase.WRITE, () -> Replies.await(table.increment(one)));
      KeyedRow incremented = rows.found(counter.key(), result).orElseThrow();
      return incremented.row().number(counter.column()) - 1;
    }

    @Override
    public boolean readsBeforeAdding() {
      return !isAtomic;
    }

    /** Sends all writes, one mutation for each row. */
    boolean write() throws IOException {
      TableGroups groups = new TableGroups(rows, tables);
      additions.forEach((counter, delta) -> groups.add(counter.key(), addition(counter, delta)));
      puts.forEach((key, cells) -> groups.add(key, rows.put(key, cells)));
      deletes.forEach(key -> groups.add(key, rows.delete(key)));
      if (isOneByOne) {
        groups.sendOneByOne();
      } else {
        Replies.awaitAll(groups.send());
      }
      return true;
    }

    private Mutation addition(Counter counter, long delta) {
      return isAtomic
          ? rows.increment(counter, delta).setReturnResults(false)
          : rows.put(counter.key(), new Row().set(counter.column(), counter.value() + delta));
    }
  }
}
