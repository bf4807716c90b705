package io.rowlock.internal.transaction;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.TableFacts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.jspecify.annotations.Nullable;

/**
 * Buffers mutations. A call first changes copies of the rows, so that a call that fails has changed
 * nothing.
 *
 * <p>Each method reads its arguments, which belong to the user and may change later, and returns
 * the work of the call, which must run once.
 */
final class RowUpdates {

  private final TransactionBuffers buffers;
  private final TransactionLimits limits;
  private CompletableFuture<?> lastStarted = Async.DONE;

  RowUpdates(TransactionBuffers buffers, TransactionLimits limits) {
    this.buffers = buffers;
    this.limits = limits;
  }

  /** Buffers mutations of any rows, none of which is a read. */
  Supplier<CompletableFuture<Void>> write(TableName table, List<? extends Mutation> putsOrDeletes) {
    List<Mutation> mutations = Copies.of(putsOrDeletes);
    mutations.forEach(mutation -> refuseIfReadOnly(table, mutation));
    return () ->
        inOrder(
            table,
            familiesOf(mutations),
            rules -> {
              for (Mutation mutation : mutations) {
                rules.check(keyOf(table, mutation), mutation);
              }
              buffers.run(() -> fold(mutations, rules.facts()));
              return Async.DONE;
            });
  }

  /** Applies mutations to one row as one, and returns their results, if they have any. */
  Supplier<CompletableFuture<Result>> apply(TableName table, Row operation) {
    refuseIfReadOnly(table, operation);
    RowKey key = keyOf(table, operation);
    List<Mutation> mutations = mutationsOf(operation);
    return () ->
        inOrder(
            table,
            familiesOf(mutations),
            rules -> {
              mutations.forEach(mutation -> rules.check(key, mutation));
              if (buffers.locked(() -> foldBlindly(key, mutations, rules.facts()))) {
                return CompletableFuture.completedFuture(Result.EMPTY_RESULT);
              }
              RowRead read = new RowRead(key, MutationFolder.columnsOfUpdates(mutations));
              return buffers.read(
                  List.of(read), true, rows -> foldSeen(rows.get(0), mutations, rules.facts()));
            });
  }

  Supplier<CompletableFuture<CheckAndMutateResult>> checkAndMutate(
      TableName table, CheckAndMutate check) {
    refuseIfReadOnly(table, check);
    RowKey key = keyOf(table, check);
    Refusals refusals = Refusals.of(check, key);
    List<Mutation> mutations = mutationsOf(check.getAction());
    Condition condition = new Condition(check);
    List<byte[]> families = familiesOf(mutations);
    families.addAll(condition.columns().families().keySet());
    return () ->
        inOrder(
            table,
            families,
            rules -> {
              condition.checkAgainst(rules, refusals);
              mutations.forEach(mutation -> rules.check(key, mutation));
              ColumnSelection updated = MutationFolder.columnsOfUpdates(mutations);
              RowRead read = new RowRead(key, condition.columns().and(updated));
              return buffers.read(
                  List.of(read),
                  true,
                  rows -> decide(condition, rows.get(0), mutations, rules.facts()));
            });
  }

  private void refuseIfReadOnly(TableName table, Row operation) {
    if (!limits.writes()) {
      throw Refusals.of(operation, keyOf(table, operation)).readOnly();
    }
  }

  private static List<byte[]> familiesOf(List<? extends Mutation> mutations) {
    List<byte[]> families = new ArrayList<>();
    mutations.forEach(mutation -> families.addAll(mutation.getFamilyCellMap().keySet()));
    return families;
  }

  /** Returns a copy of the mutations that make up an operation on one row. */
  private static List<Mutation> mutationsOf(Row operation) {
    return Copies.of(
        operation instanceof RowMutations several
            ? several.getMutations()
            : List.of((Mutation) operation));
  }

  private CheckAndMutateResult decide(
      Condition condition, DecidedRow row, List<Mutation> mutations, TableFacts facts) {
    List<Cell> view = buffers.view(row.key(), row.cells(), condition.columns());
    if (!condition.holds(view)) {
      return new CheckAndMutateResult(false, null);
    }
    Result result = foldSeen(row, mutations, facts);
    return new CheckAndMutateResult(true, condition.isAnswered() ? result : null);
  }

  private void fold(List<? extends Mutation> mutations, TableFacts facts) {
    Map<RowKey, BufferedRow> changed = new LinkedHashMap<>();
    for (Mutation mutation : mutations) {
      RowKey key = keyOf(facts.table(), mutation);
      BufferedRow row = changed.computeIfAbsent(key, buffers.writes()::copyOf);
      MutationFolder.fold(mutation, row, facts);
    }
    buffers.writes().putAll(changed.values());
    for (Mutation mutation : mutations) {
      if (NewRowHint.isOn(mutation)) {
        buffers.prefetch().expectNew(keyOf(facts.table(), mutation));
      }
    }
  }

  /**
   * Buffers the mutations unless the committed row matters: for a result, or because the
   * transaction has read it.
   */
  private boolean foldBlindly(RowKey key, List<? extends Mutation> mutations, TableFacts facts) {
    for (Mutation mutation : mutations) {
      if (MutationFolder.returnsResults(mutation)
          || (MutationFolder.isUpdate(mutation) && buffers.reads().contains(key))) {
        return false;
      }
    }
    fold(mutations, facts);
    return true;
  }

  private Result foldSeen(DecidedRow row, List<? extends Mutation> mutations, TableFacts facts) {
    SeenRow seen = new SeenRow(buffers.writes().copyOf(row.key()), row.cells());
    mutations.forEach(mutation -> seen.apply(mutation, facts));
    buffers.writes().putAll(List.of(seen.changed()));
    return seen.result();
  }

  private static RowKey keyOf(TableName table, Row operation) {
    return new RowKey(table, operation.getRow().clone());
  }

  /**
   * Starts calls in the order in which they are made, even if the facts of a table must be fetched
   * first: a put and then a delete must not change places.
   *
   * @param families in the call; one of them may have been added just before
   */
  @SuppressWarnings("FutureReturnValueIgnored") // it comes back out of the nested future
  private <T extends @Nullable Object> CompletableFuture<T> inOrder(
      TableName table, List<byte[]> families, Function<MutationRules, CompletableFuture<T>> call) {
    CompletableFuture<CompletableFuture<T>> started;
    synchronized (this) {
      started =
          lastStarted
              .handle((any, failure) -> null)
              .thenCompose(any -> buffers.protocol().factsWith(table, families))
              .thenApply(facts -> call.apply(new MutationRules(facts, limits)));
      lastStarted = started;
    }
    return started.thenCompose(Function.identity());
  }
}
