package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Steps.Step;
import io.rowlock.bench.tpcc.layout.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Row;

/** What is to be done with rows, sent at once in one group for each table. */
final class TableGroups {
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

  CompletableFuture<?> send(Step step, StepCounter steps) {
    steps.count(step, groups.values().stream().mapToInt(List::size).sum(), groups.size());
    return CompletableFuture.allOf(
        groups.entrySet().stream()
            .map(group -> tables.apply(group.getKey()).batchAll(group.getValue()))
            .toArray(CompletableFuture[]::new));
  }
}
