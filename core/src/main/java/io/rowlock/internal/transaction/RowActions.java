package io.rowlock.internal.transaction;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.transaction.TransactionReads.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
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
 * before it. Consecutive gets are sent together, and then fail together. After a failure later
 * actions are still tried. Each instance is used once.
 */
public final class RowActions {

  private final TableName table;
  private final CallTracker calls;
  private final TransactionReads reads;
  private final RowUpdates updates;
  private final List<CompletableFuture<Object>> results = new ArrayList<>();
  private CompletableFuture<?> last = Async.DONE;

  RowActions(TableName table, CallTracker calls, TransactionReads reads, RowUpdates updates) {
    this.table = table;
    this.calls = calls;
    this.reads = reads;
    this.updates = updates;
  }

  /** Returns HBase's result of each action: for a put or delete an empty one. */
  List<CompletableFuture<Object>> perform(List<? extends Row> actions) {
    List<Get> gets = new ArrayList<>();
    for (Row action : actions) {
      if (action instanceof Get get) {
        gets.add(get);
      } else {
        read(gets);
        gets.clear();
        results.add(add(() -> work(action)));
      }
    }
    read(gets);
    return results;
  }

  /**
   * Returns the result as part of a batch: for several checks HBase returns null where a single one
   * has an empty result.
   */
  public static CheckAndMutateResult asOfBatch(CheckAndMutateResult alone) {
    @Nullable Result result = alone.getResult();
    return result != null && result.isEmpty()
        ? new CheckAndMutateResult(alone.isSuccess(), null)
        : alone;
  }

  private void read(List<Get> gets) {
    if (gets.isEmpty()) {
      return;
    }
    CompletableFuture<List<Result>> answers =
        add(
            () -> {
              List<Question> questions = TransactionReads.questions(table, gets);
              return () -> reads.answer(questions);
            });
    for (int i = 0; i < gets.size(); i++) {
      int position = i;
      results.add(answers.thenApply(rows -> rows.get(position)));
    }
  }

  /**
   * Makes a call whose work begins after the previous one has ended, with success or not. All calls
   * are under way from the beginning, so that no commit can come between two of them.
   */
  private <T> CompletableFuture<T> add(Supplier<Supplier<CompletableFuture<T>>> call) {
    Supplier<CompletableFuture<T>> work = prepared(call);
    CompletableFuture<Supplier<CompletableFuture<T>>> turn = last.handle((any, failure) -> work);
    CompletableFuture<T> ended =
        calls.counted(calls.begin().thenCompose(begun -> turn).thenCompose(calls::whileActive));
    last = ended;
    return calls.answer(ended);
  }

  /** Returns the work of a call whose arguments are read now, because they belong to the user. */
  private static <T> Supplier<CompletableFuture<T>> prepared(
      Supplier<Supplier<CompletableFuture<T>>> call) {
    try {
      return call.get();
    } catch (RuntimeException refused) {
      return () -> CompletableFuture.failedFuture(refused);
    }
  }

  private Supplier<CompletableFuture<Object>> work(Row action) {
    if (action instanceof Put || action instanceof Delete) {
      Supplier<CompletableFuture<Void>> write = updates.write(table, List.of((Mutation) action));
      return () -> write.get().thenApply(done -> Result.EMPTY_RESULT);
    }
    if (action instanceof Increment || action instanceof Append) {
      Supplier<CompletableFuture<Result>> update = updates.apply(table, action);
      return () -> update.get().thenApply(result -> result);
    }
    if (action instanceof RowMutations) {
      Supplier<CompletableFuture<Result>> mutations = updates.apply(table, action);
      return () -> mutations.get().thenApply(Results::performed);
    }
    if (action instanceof CheckAndMutate check) {
      Supplier<CompletableFuture<CheckAndMutateResult>> mutate =
          updates.checkAndMutate(table, check);
      return () -> mutate.get().thenApply(RowActions::asOfBatch);
    }
    throw new IllegalArgumentException("A batch cannot hold a " + action.getClass().getName());
  }
}
