package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/** How plain HBase is asked. */
interface RawRequests {

  List<List<KeyedRow>> read(
      StoredRows rows, Function<TableName, AsyncTable<?>> tables, List<Query> queries)
      throws IOException;

  void write(Function<TableName, AsyncTable<?>> tables, Map<TableName, List<Mutation>> mutations)
      throws IOException;

  /** One row, or one scan, after the other. */
  final class OneByOne implements RawRequests {
    @Override
    public List<List<KeyedRow>> read(
        StoredRows rows, Function<TableName, AsyncTable<?>> tables, List<Query> queries)
        throws IOException {
      List<List<KeyedRow>> answers = new ArrayList<>();
      for (Query query : queries) {
        answers.addAll(new GroupedReads(rows, tables, List.of(query), false).run());
      }
      return answers;
    }

    @Override
    public void write(
        Function<TableName, AsyncTable<?>> tables, Map<TableName, List<Mutation>> mutations)
        throws IOException {
      for (Map.Entry<TableName, List<Mutation>> some : mutations.entrySet()) {
        for (Mutation mutation : some.getValue()) {
          var unused = Replies.await(write(tables.apply(some.getKey()), mutation));
        }
      }
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
  }

  /** All at once, in one group for each table. */
  final class Together implements RawRequests {
    @Override
    public List<List<KeyedRow>> read(
        StoredRows rows, Function<TableName, AsyncTable<?>> tables, List<Query> queries)
        throws IOException {
      return new GroupedReads(rows, tables, queries, false).run();
    }

    @Override
    public void write(
        Function<TableName, AsyncTable<?>> tables, Map<TableName, List<Mutation>> mutations)
        throws IOException {
      List<CompletableFuture<?>> replies = new ArrayList<>();
      mutations.forEach((table, some) -> replies.add(tables.apply(table).batchAll(some)));
      Replies.awaitAll(replies);
    }
  }
}
