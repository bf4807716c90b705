package io.rowlock;

import io.rowlock.internal.transaction.ActiveTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.jspecify.annotations.Nullable;

/**
 * Performs mixed actions on the rows of one table, in their order, so that a get sees the puts
 * before it. Gets that follow one another go out together, and then fail together. A failure does
 * not keep later actions from being tried.
 */
final class RowActions {

  private final ActiveTransaction active;
  private final TableName table;
  private final List<CompletableFuture<Object>> results = new ArrayList<>();
  private CompletableFuture<?> last = CompletableFuture.completedFuture(Result.EMPTY_RESULT);

  private RowActions(ActiveTransaction active, TableName table) {
    this.active = active;
    this.table = table;
  }

  /** What HBase returns of each action: a put or delete an empty result. */
  static List<CompletableFuture<Object>> perform(
      ActiveTransaction active, TableName table, List<? extends Row> actions) {
    RowActions run = new RowActions(active, table);
    List<Get> gets = new ArrayList<>();
    for (Row action : actions) {
      if (action instanceof Get get) {
        gets.add(get);
      } else {
        run.read(gets);
        gets.clear();
        run.perform(action);
      }
    }
    run.read(gets);
    return run.results;
  }

  /** The answer to a get. */
  static CompletableFuture<Result> result(CompletableFuture<Object> answer) {
    return answer.thenApply(Result.class::cast);
  }

  /** Of several checks HBase returns null where one alone has an empty result. */
  static CheckAndMutateResult asOfBatch(CheckAndMutateResult alone) {
    @Nullable Result result = alone.getResult();
    return result != null && result.isEmpty()
        ? new CheckAndMutateResult(alone.isSuccess(), null)
        : alone;
  }

  private void read(List<Get> several) {
    List<Get> gets = List.copyOf(several);
    if (gets.isEmpty()) {
      return;
    }
    CompletableFuture<List<Result>> answers =
        last.handle((any, failure) -> gets).thenCompose(asked -> active.getAll(table, asked));
    for (int i = 0; i < gets.size(); i++) {
      int position = i;
      results.add(answers.thenApply(rows -> rows.get(position)));
    }
    last = answers;
  }

  private void perform(Row action) {
    CompletableFuture<Object> answer =
        last.handle((any, failure) -> action).thenCompose(this::start);
    results.add(answer);
    last = answer;
  }

  private CompletableFuture<Object> start(Row action) {
    if (action instanceof Put || action instanceof Delete) {
      return active.write(table, (Mutation) action).thenApply(done -> Result.EMPTY_RESULT);
    }
    if (action instanceof Increment increment) {
      return active.increment(table, increment).thenApply(result -> result);
    }
    if (action instanceof Append append) {
      return active.append(table, append).thenApply(result -> result);
    }
    if (action instanceof RowMutations mutations) {
      return active.mutateRow(table, mutations).thenApply(result -> result);
    }
    if (action instanceof CheckAndMutate check) {
      return active.checkAndMutate(table, check).thenApply(RowActions::asOfBatch);
    }
    return CompletableFuture.failedFuture(
        new IllegalArgumentException("A batch cannot hold a " + action.getClass().getName()));
  }
}
