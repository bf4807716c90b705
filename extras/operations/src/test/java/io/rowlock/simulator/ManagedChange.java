package io.rowlock.simulator;

import io.rowlock.internal.store.Environment;
import io.rowlock.simulator.UserRecord.Observation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
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
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Makes one change in one of the ways that a table offers, and checks its result. */
final class ManagedChange {

  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private final AsyncTable<?> table;
  private final Change change;
  private final UserRecord record;
  private final Environment environment;
  private final Random dice;
  private final List<Mutation> mutations;
  private final long from;

  ManagedChange(
      AsyncTable<?> table, Change change, UserRecord record, Environment environment, Random dice) {
    this.table = table;
    this.change = change;
    this.record = record;
    this.environment = environment;
    this.dice = dice;
    this.mutations = change.mutations(dice.nextBoolean(), dice.nextInt(3));
    this.from = environment.clock().monotonicNanos();
  }

  CompletableFuture<Void> make() {
    int way = dice.nextInt(6);
    if (way == 0) {
      return checkAndMutate();
    }
    record.changes().put(change.key(), change);
    return switch (way) {
      case 1 -> table.mutateRow(rowMutations()).thenAccept(this::note);
      case 2 -> batch();
      default -> oneByOne();
    };
  }

  /** Makes the whole change at once: the row is never seen with a part of it. */
  CompletableFuture<Void> makeAtOnce() {
    record.changes().put(change.key(), change);
    return table.mutateRow(rowMutations()).thenAccept(this::note);
  }

  private CompletableFuture<Void> oneByOne() {
    CompletableFuture<Void> all = DONE;
    for (Mutation mutation : mutations) {
      all = all.thenCompose(done -> make(mutation));
    }
    return all;
  }

  private CompletableFuture<Void> make(Mutation mutation) {
    if (mutation instanceof Put put) {
      return table.put(put);
    }
    if (mutation instanceof Delete delete) {
      return table.delete(delete);
    }
    return mutation instanceof Append append
        ? table.append(append).thenAccept(this::note)
        : table.increment((Increment) mutation).thenAccept(this::note);
  }

  /** Notes the result of an update, which the transaction has read. */
  private void note(Result result) {
    byte @Nullable [] count = result.getValue(Content.F, Content.COUNT);
    byte @Nullable [] list = result.getValue(Content.F, Content.LIST);
    if (count != null) {
      record.counts().put(change.key(), Bytes.toLong(count));
    }
    if (list != null) {
      observe(content -> String.valueOf(change.after(content).list()), Bytes.toString(list));
    }
  }

  /** Reads the row before and after the change, in one batch. */
  private CompletableFuture<Void> batch() {
    List<Row> actions = new ArrayList<>();
    Query before = Query.ofGet(dice);
    Query after = Query.ofGet(dice);
    boolean looks = dice.nextBoolean();
    if (looks) {
      actions.add(before.get(change.key().row()));
    }
    actions.addAll(dice.nextBoolean() ? List.of(rowMutations()) : mutations);
    if (looks) {
      actions.add(after.get(change.key().row()));
      actions.add(new Get(change.key().row()));
    }
    return table
        .batchAll(actions)
        .thenAccept(
            answers -> {
              List<Object> all = new ArrayList<>(answers);
              if (looks) {
                observe(before, shown(all.remove(0)));
                observe(change::after, shown(all.remove(all.size() - 1)));
                observe(
                    content -> after.of(change.after(content)), shown(all.remove(all.size() - 1)));
              }
              all.forEach(answer -> note((Result) answer));
            });
  }

  private static Content shown(Object result) {
    return Query.shown((Result) result);
  }

  private RowMutations rowMutations() {
    try {
      return RowMutations.of(mutations);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Makes the change if a condition holds, and notes whether it did. */
  private CompletableFuture<Void> checkAndMutate() {
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(change.key().row());
    Predicate<Content> condition = draw(builder);
    CheckAndMutate check = built(builder);
    CompletableFuture<CheckAndMutateResult> answer =
        dice.nextBoolean()
            ? table.checkAndMutate(check)
            : table.<CheckAndMutateResult>batchAll(List.of(check)).thenApply(all -> all.get(0));
    return answer.thenAccept(
        result -> {
          observe(condition::test, result.isSuccess());
          if (result.isSuccess()) {
            record.changes().put(change.key(), change);
          }
          @Nullable Result answered = result.getResult();
          if (answered != null) {
            note(answered);
          }
        });
  }

  private CheckAndMutate built(CheckAndMutate.Builder builder) {
    Mutation first = mutations.get(0);
    if (mutations.size() == 1 && first instanceof Delete delete) {
      return builder.build(delete);
    }
    return builder.build(rowMutations());
  }

  private Predicate<Content> draw(CheckAndMutate.Builder builder) {
    CompareOperator operator = CompareOperator.values()[dice.nextInt(6)];
    long number = dice.nextInt(5);
    byte[] expected = Bytes.toBytes(number);
    switch (dice.nextInt(4)) {
      case 0 -> {
        builder.ifNotExists(Content.F, Content.LIST);
        return content -> content.list() == null;
      }
      case 1 -> {
        byte @Nullable [] nothing = number > 2 ? null : new byte[0];
        builder.ifMatches(Content.G, Content.TAG, CompareOperator.NOT_EQUAL, nothing);
        return content -> content.tag() != null;
      }
      case 2 -> {
        builder.ifMatches(
            new SingleColumnValueFilter(Content.F, Content.COUNT, operator, expected));
        return content ->
            !content.equals(Content.NOTHING)
                && (content.count() == null
                    || holds(operator, Long.compare(content.count(), number)));
      }
      default -> {
        builder.ifMatches(Content.F, Content.COUNT, operator, expected);
        return content ->
            content.count() != null && holds(operator, Long.compare(number, content.count()));
      }
    }
  }

  private static boolean holds(CompareOperator operator, int order) {
    return switch (operator) {
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case GREATER -> order > 0;
      case NO_OP -> true;
    };
  }

  private void observe(View view, Object shown) {
    long now = environment.clock().monotonicNanos();
    record.observe(new Observation(change.key(), view, shown, false, from, now));
  }
}
