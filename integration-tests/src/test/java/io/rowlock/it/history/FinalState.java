package io.rowlock.it.history;

import static io.rowlock.it.history.HistoryTables.LISTS;
import static io.rowlock.it.history.HistoryTables.REGISTERS;
import static io.rowlock.it.history.HistoryTables.V;

import io.rowlock.TransactionManager;
import io.rowlock.history.History;
import io.rowlock.history.Step;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;

/** The final content of the tables, for every key that a transaction used. */
public final class FinalState {

  private final List<TableName> tables;
  private final Set<Key> keys;

  public FinalState(List<TableName> tables, History history) {
    this.tables = tables;
    this.keys =
        history.transactions().stream()
            .flatMap(transaction -> transaction.steps().stream())
            .map(Step::key)
            .distinct()
            .map(Key::of)
            .collect(Collectors.toSet());
  }

  /** Reads everything once more as a client does, in one transaction for each table. */
  public void readBy(TransactionManager transactions, TransactionLog log, int process)
      throws IOException {
    for (TableName table : tables) {
      TransactionLog.Attempt attempt =
          transactions.<TransactionLog.Attempt, IOException>call(
              tx -> {
                TransactionLog.Attempt begun = log.begin(process);
                note(begun, table, rows(tx.table(table), new Scan()));
                begun.committing();
                return begun;
              });
      attempt.ok();
    }
  }

  private void note(TransactionLog.Attempt attempt, TableName table, Map<Key, Result> rows) {
    Set<Key> known = new LinkedHashSet<>(rows.keySet());
    keys.stream().filter(key -> key.table().equals(table)).forEach(known::add);
    for (Key key : known) {
      attempt.add(Operations.asStep(key, rows.getOrDefault(key, Result.EMPTY_RESULT), true));
    }
  }

  /** Returns all writes to each key, oldest first, from raw reads. */
  public Map<String, List<Long>> orders(Connection connection) throws IOException {
    Map<String, List<Long>> orders = new LinkedHashMap<>();
    keys.forEach(key -> orders.put(key.name(), List.of()));
    for (TableName name : tables) {
      try (Table table = connection.getTable(name)) {
        Scan scan = new Scan().addFamily(LISTS).addFamily(REGISTERS).readAllVersions();
        rows(table, scan).forEach((key, row) -> orders.put(key.name(), orderOf(key, row)));
      }
    }
    return orders;
  }

  private static List<Long> orderOf(Key key, Result row) {
    if (key.isList()) {
      return HistoryTables.list(row);
    }
    return Lists.reverse(
        row.getColumnCells(REGISTERS, V).stream()
            .map(cell -> HistoryTables.value(CellUtil.cloneValue(cell)))
            .toList());
  }

  private static Map<Key, Result> rows(Table table, Scan scan) throws IOException {
    Map<Key, Result> found = new LinkedHashMap<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        found.put(Key.of(table.getName(), row.getRow()), row);
      }
    }
    return found;
  }
}
