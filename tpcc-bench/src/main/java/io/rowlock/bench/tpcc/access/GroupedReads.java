package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Query;
import io.rowlock.bench.tpcc.layout.Row.KeyedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/** Queries sent at once: one group of gets for each table, and each scan by itself. */
final class GroupedReads {
  private final StoredRows rows;
  private final Function<TableName, AsyncTable<?>> tables;
  private final List<List<KeyedRow>> answers = new ArrayList<>();
  private final Map<TableName, List<OneGet>> gets = new LinkedHashMap<>();
  private final Map<Integer, Query.InRange> scans = new LinkedHashMap<>();

  /** A get, and the query it belongs to. */
  private record OneGet(int query, Key key, Get get) {}

  /** Reads rows of a range by key, if that is preferred and their keys are known. */
  GroupedReads(
      StoredRows rows,
      Function<TableName, AsyncTable<?>> tables,
      List<Query> queries,
      boolean prefersKeys) {
    this.rows = rows;
    this.tables = tables;
    for (int i = 0; i < queries.size(); i++) {
      answers.add(new ArrayList<>());
      add(i, queries.get(i), prefersKeys);
    }
  }

  private void add(int index, Query query, boolean prefersKeys) {
    if (query instanceof Query.InRange range) {
      if (prefersKeys && !range.keys().isEmpty()) {
        range.keys().forEach(key -> add(index, key, range));
      } else {
        scans.put(index, range);
      }
    } else if (query instanceof Query.ByKey one) {
      add(index, one.key(), one);
    }
  }

  private void add(int index, Key key, Query query) {
    gets.computeIfAbsent(rows.table(key), table -> new ArrayList<>())
        .add(new OneGet(index, key, rows.get(key, query.columns())));
  }

  /** An answer for each query. */
  List<List<KeyedRow>> run() throws IOException {
    Map<TableName, CompletableFuture<List<Result>>> replies = new LinkedHashMap<>();
    gets.forEach(
        (table, some) ->
            replies.put(
                table, tables.apply(table).getAll(some.stream().map(OneGet::get).toList())));
    Map<Integer, CompletableFuture<List<Result>>> scanned = new LinkedHashMap<>();
    scans.forEach(
        (index, query) ->
            scanned.put(index, tables.apply(rows.table(query)).scanAll(rows.scan(query))));
    List<CompletableFuture<?>> all = new ArrayList<>(replies.values());
    all.addAll(scanned.values());
    Interruption.awaitAll(all);
    for (Map.Entry<TableName, CompletableFuture<List<Result>>> reply : replies.entrySet()) {
      note(gets.getOrDefault(reply.getKey(), List.of()), Interruption.await(reply.getValue()));
    }
    for (Map.Entry<Integer, CompletableFuture<List<Result>>> reply : scanned.entrySet()) {
      note(reply.getKey(), Interruption.await(reply.getValue()));
    }
    return answers;
  }

  private void note(List<OneGet> asked, List<Result> results) {
    for (int i = 0; i < asked.size(); i++) {
      Optional<KeyedRow> found = rows.found(asked.get(i).key(), results.get(i));
      found.ifPresent(answers.get(asked.get(i).query())::add);
    }
  }

  private void note(int index, List<Result> results) {
    TableName table = rows.table(Objects.requireNonNull(scans.get(index)));
    results.stream()
        .map(result -> rows.found(table, result))
        .filter(row -> !row.row().cells().isEmpty())
        .forEach(answers.get(index)::add);
  }

  /** What is to be done with rows, sent at once in one group for each table. */
  static final class TableGroups {
    private final StoredRows rows;
    private final Function<TableName, AsyncTable<?>> tables;
    private final Map<TableName, List<Row>> groups = new LinkedHashMap<>();

    TableGroups(StoredRows rows, Function<TableName, AsyncTable<?>> tables) {
      this.rows = rows;
      this.tables = tables;
    }

    void add(Key key, Row action) {
      groups.computeIfAbsent(rows.table(key), table -> new ArrayList<>()).add(action);
    }

    /** Sends all at once. */
    CompletableFuture<?> send() {
      return CompletableFuture.allOf(
          groups.entrySet().stream()
              .map(group -> tables.apply(group.getKey()).batchAll(group.getValue()))
              .toArray(CompletableFuture[]::new));
    }

    void sendOneByOne() throws IOException {
      for (Map.Entry<TableName, List<Row>> group : groups.entrySet()) {
        for (Row action : group.getValue()) {
          var unused = Interruption.await(send(tables.apply(group.getKey()), action));
        }
      }
    }

    private static CompletableFuture<?> send(AsyncTable<?> table, Row action) {
      if (action instanceof Put put) {
        return table.put(put);
      }
      return action instanceof Delete delete
          ? table.delete(delete)
          : table.increment((Increment) action);
    }
  }
}
