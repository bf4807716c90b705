package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.DecidedRow;
import io.rowlock.internal.protocol.ProtocolFailure;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ColumnSlice;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

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
      ColumnSelection columns = ColumnSelection.of(get.getFamilyMap());
      reads.add(new RowRead(key, columns, ColumnSlices.first(get)));
    }
    return reads.isEmpty() ? CompletableFuture.completedFuture(List.of()) : answer(gets, reads);
  }

  private CompletableFuture<List<Result>> answer(List<Get> gets, List<RowRead> reads) {
    return workspace
        .read(reads, rows -> views(reads, rows))
        .thenCompose(views -> complete(gets, reads, views));
  }

  /** Reads more of those rows whose slices were too short. */
  private CompletableFuture<List<Result>> complete(
      List<Get> gets, List<RowRead> reads, List<List<Cell>> views) {
    List<Result> results = new ArrayList<>(views.size());
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      Result result = result(gets.get(i), reads.get(i).slice(), views.get(i));
      results.add(result == null ? Result.EMPTY_RESULT : result);
      if (result == null) {
        missing.add(i);
      }
    }
    if (missing.isEmpty()) {
      return CompletableFuture.completedFuture(results);
    }
    return answer(
            missing.stream().map(gets::get).toList(),
            missing.stream().map(i -> wider(reads.get(i))).toList())
        .thenApply(
            found -> {
              for (int i = 0; i < found.size(); i++) {
                results.set(missing.get(i), found.get(i));
              }
              return results;
            });
  }

  private static RowRead wider(RowRead read) {
    ColumnSlice slice = Objects.requireNonNull(read.slice());
    return new RowRead(read.key(), read.columns(), ColumnSlices.wider(slice));
  }

  private List<List<Cell>> views(List<RowRead> reads, List<DecidedRow> rows) {
    List<List<Cell>> views = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      RowRead read = reads.get(i);
      views.add(workspace.view(read.key(), rows.get(i).cells(), read.columns()));
    }
    return views;
  }

  /** The answer, or null when the slice does not tell. */
  private static @Nullable Result result(Get get, @Nullable ColumnSlice slice, List<Cell> view) {
    List<Cell> cells = view;
    ClientFilter filter = ClientFilter.of(get.getFilter(), false, FamilyWindow.of(get));
    if (filter != null && !view.isEmpty()) {
      RowCells row = new RowCells(view, slice == null ? 0 : slice.limit());
      cells = filter.apply(row);
      if (row.ranShort()) {
        return null;
      }
    }
    return get.isCheckExistenceOnly() ? Results.existence(cells) : Results.of(cells);
  }
}
