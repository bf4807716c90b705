package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.Interruption;
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
import org.apache.hadoop.hbase.client.Mutation;

/**
 * Plain HBase: every row by itself is atomic, nothing else. The writes of a business transaction
 * that rolls back are not sent. The mode sends requests one by one or together.
 */
record RawClient(AsyncConnection connection, StoredRows rows, Mode mode, Operations operations)
    implements Client {
  static RawClient open(Configuration configuration, StoredRows rows, Mode mode)
      throws IOException {
    AsyncConnection connection =
        Interruption.await(ConnectionFactory.createAsyncConnection(configuration));
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

    Attempt(StoredRows rows, Function<TableName, AsyncTable<?>> tables, Mode mode) {
      super(rows, tables);
      this.isOneByOne = mode == Mode.RAW;
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

    /** Sends all writes, one mutation for each row. */
    boolean write() throws IOException {
      TableGroups groups = new TableGroups(rows, tables);
      additions.forEach((counter, delta) -> groups.add(counter.key(), addition(counter, delta)));
      puts.forEach((key, cells) -> groups.add(key, rows.put(key, cells)));
      deletes.forEach(key -> groups.add(key, rows.delete(key)));
      if (isOneByOne) {
        groups.sendOneByOne();
      } else {
        var unused = Interruption.await(groups.send());
      }
      return true;
    }

    private Mutation addition(Counter counter, long delta) {
      return rows.put(counter.key(), new Row().set(counter.column(), counter.value() + delta));
    }
  }
}
