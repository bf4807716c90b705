package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ColumnSlice;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.transaction.QueryRules.Versions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a transaction. They return committed rows, with the transaction's own writes laid
 * over them.
 *
 * <p>A validated read is current at the instant at which the transaction takes effect. One that is
 * not validated was current when it was read, and is no part of what the transaction has read: it
 * causes no conflict. The exception is a row with an own change that depends on the committed
 * value, for example an increment without a result: the change is computed from what is read, so
 * the row is validated.
 */
public final class TransactionReads {

  private final CallTracker calls;
  private final TransactionBuffers buffers;
  private final boolean isValidated;

  TransactionReads(CallTracker calls, TransactionBuffers buffers, boolean isValidated) {
    this.calls = calls;
    this.buffers = buffers;
    this.isValidated = isValidated;
  }

  public CompletableFuture<Result> get(TableName table, Get get) {
    return getAll(table, List.of(get)).thenApply(results -> results.get(0));
  }

  public CompletableFuture<List<Result>> getAll(TableName table, List<Get> gets) {
    return calls.end(calls.begin().thenCompose(begun -> answer(questions(table, gets))));
  }

  /** Opens a scan; every failure occurs at {@link TransactionScan#next()}. */
  public TransactionScan scan(TableName table, Scan scan) {
    TransactionScan opened = new TransactionScan(buffers, calls, table, scan, isValidated);
    if (isValidated) {
      buffers.add(opened.consumed());
    }
    return opened;
  }

  /** A copy of a get at the time of the call, because the get itself belongs to the user. */
  record Question(
      RowRead read,
      @Nullable Versions versions,
      @Nullable Filter filter,
      FamilyWindow window,
      boolean isOfExistence) {

    /**
     * Creates a question.
     *
     * @throws ProtocolFailure if the get is refused
     */
    static Question of(TableName table, Get get) {
      RowKey key = new RowKey(table, get.getRow().clone());
      QueryRules.check(key, get);
      Filter filter = get.getFilter();
      return new Question(
          new RowRead(key, ColumnSelection.of(get.getFamilyMap()), ColumnSlices.first(get)),
          get.getMaxVersions() == 1
              ? null
              : Versions.of(Refusals.of(get, key), get.getMaxVersions(), get.getFamilyMap()),
          filter == null ? null : ClientFilter.copyOf(filter),
          FamilyWindow.of(get),
          get.isCheckExistenceOnly());
    }

    /** Returns the same question with a wider slice, or for the whole row. */
    Question wider() {
      ColumnSlice slice = ColumnSlices.wider(Objects.requireNonNull(read.slice()));
      return new Question(
          new RowRead(read.key(), read.columns(), slice), versions, filter, window, isOfExistence);
    }
  }

  /**
   * Creates the questions of several gets.
   *
   * @throws ProtocolFailure if a get is refused
   */
  static List<Question> questions(TableName table, List<Get> gets) {
    return List.copyOf(Lists.transform(gets, get -> Question.of(table, get)));
  }

  /** Reads rows by key, in the order of the request. */
  CompletableFuture<List<Result>> answer(List<Question> questions) {
    if (questions.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    List<RowRead> reads = List.copyOf(Lists.transform(questions, Question::read));
    return mayAsk(questions)
        .thenCompose(may -> buffers.read(reads, isValidated, rows -> views(questions, rows)))
        .thenCompose(views -> complete(questions, views));
  }

  private CompletableFuture<?> mayAsk(List<Question> questions) {
    CompletableFuture<?> checked = Async.DONE;
    for (Question question : questions) {
      Versions versions = question.versions();
      if (versions != null) {
        checked = checked.thenCompose(done -> versions.check(buffers.protocol()));
      }
    }
    return checked;
  }

  /** Reads more of those rows whose slices were too short. */
  private CompletableFuture<List<Result>> complete(
      List<Question> questions, List<List<Cell>> views) {
    List<Result> results = new ArrayList<>(views.size());
    List<Integer> missing = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      Result result = result(questions.get(i), views.get(i));
      results.add(result == null ? Result.EMPTY_RESULT : result);
      if (result == null) {
        missing.add(i);
      }
    }
    if (missing.isEmpty()) {
      return CompletableFuture.completedFuture(results);
    }
    return answer(missing.stream().map(i -> questions.get(i).wider()).toList())
        .thenApply(
            found -> {
              for (int i = 0; i < found.size(); i++) {
                results.set(missing.get(i), found.get(i));
              }
              return results;
            });
  }

  private List<List<Cell>> views(List<Question> questions, List<DecidedRow> rows) {
    List<List<Cell>> views = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      RowRead read = questions.get(i).read();
      views.add(buffers.view(read.key(), rows.get(i).cells(), read.columns()));
    }
    return views;
  }

  /** Returns the answer, or null if the slice is too short for it. */
  private static @Nullable Result result(Question question, List<Cell> view) {
    List<Cell> cells = view;
    ClientFilter filter = ClientFilter.of(question.filter(), false, question.window());
    if (filter != null && !view.isEmpty()) {
      ColumnSlice slice = question.read().slice();
      RowCells row = new RowCells(view, slice == null ? 0 : slice.limit());
      cells = filter.apply(row);
      if (row.ranShort()) {
        return null;
      }
    }
    return question.isOfExistence() ? Results.existence(cells) : Results.of(cells);
  }
}
