package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.DecidedRow;
import io.rowlock.internal.protocol.ProtocolFailure;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** Answers gets. */
final class RowReads {

  private final Workspace workspace;

  RowReads(Workspace workspace) {
    this.workspace = workspace;
  }

  /**
   * Reads rows by key, in the order asked.
   *
   * @throws ProtocolFailure when a get is refused; then nothing is read
   */
  CompletableFuture<List<Result>> getAll(TableName table, List<Get> gets) {
    List<RowRead> reads = new ArrayList<>(gets.size());
    for (Get get : gets) {
      RowKey key = new RowKey(table, get.getRow().clone());
      QueryRules.check(key, get);
      reads.add(new RowRead(key, ColumnSelection.of(get.getFamilyMap())));
    }
    if (reads.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return workspace
        .read(reads, rows -> views(reads, rows))
        .thenApply(views -> results(gets, views));
  }

  private List<List<Cell>> views(List<RowRead> reads, List<DecidedRow> rows) {
    List<List<Cell>> views = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      RowRead read = reads.get(i);
      views.add(workspace.view(read.key(), rows.get(i).cells(), read.columns()));
    }
    return views;
  }

  private static List<Result> results(List<Get> gets, List<List<Cell>> views) {
    List<Result> results = new ArrayList<>(views.size());
    for (int i = 0; i < views.size(); i++) {
      results.add(result(gets.get(i), views.get(i)));
    }
    return results;
  }

  private static Result result(Get get, List<Cell> view) {
    ClientFilter filter = ClientFilter.of(get.getFilter(), false, FamilyWindow.of(get));
    List<Cell> cells = filter == null || view.isEmpty() ? view : filter.apply(view);
    return get.isCheckExistenceOnly() ? Results.existence(cells) : Results.of(cells);
  }
}
