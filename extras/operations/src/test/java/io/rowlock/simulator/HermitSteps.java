package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionScan;
import io.rowlock.internal.transaction.WriteMark;
import io.rowlock.simulator.Hermit.Cells;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** The steps of a hermit in one transaction, each applied to a map as well. */
final class HermitSteps {

  static final int ROWS = 4;
  private static final int COLUMNS = 30;
  private static final int MOST_AT_ONCE = 25;

  private final ActiveTransaction transaction;
  private final Cells own;
  private final SplittableRandom dice;
  private final Durability durability;
  private final Function<CompletableFuture<?>, ProtocolFailure> failureOf;

  /**
   * Creates the steps.
   *
   * @param own what the transaction sees
   * @param failureOf waits for a call
   */
  HermitSteps(
      ActiveTransaction transaction,
      Cells own,
      SplittableRandom dice,
      Durability durability,
      Function<CompletableFuture<?>, ProtocolFailure> failureOf) {
    this.transaction = transaction;
    this.own = own;
    this.dice = dice;
    this.durability = durability;
    this.failureOf = failureOf;
  }

  /** Writes more rows than any read prefetches. */
  void writeMany(int rows) {
    for (int i = 0; i < rows; i++) {
      write("many-" + i, List.of(put("many-" + i, "f:c00", "many")));
    }
  }

  void step() {
    int kind = dice.nextInt(13);
    if (kind == 12) {
      scan();
    } else {
      step(kind);
    }
  }

  private void step(int kind) {
    String row = "r" + dice.nextInt(ROWS);
    switch (kind) {
      case 0, 1 -> write(row, puts(row));
      case 2 -> write(row, List.of(delete(row)));
      case 3, 4 -> mutate(row);
      case 5 -> append(row);
      case 6 -> check(row);
      case 7 -> batch(row);
      case 8 -> readUnknownFamily(row);
      case 9 -> putDurably(row);
      default -> query(row);
    }
  }

  private List<Mutation> puts(String row) {
    List<Mutation> puts = new ArrayList<>();
    int some = 1 + (dice.nextBoolean() ? dice.nextInt(MOST_AT_ONCE) : 0);
    for (int i = 0; i < some; i++) {
      puts.add(put(row, column(), value()));
    }
    return puts;
  }

  private String column() {
    return (dice.nextInt(3) > 0 ? "f:" : "g:") + "c%02d".formatted(dice.nextInt(COLUMNS));
  }

  private String value() {
    int number = dice.nextInt(4);
    return number == 0 ? "" : "v" + number;
  }

  private static Put put(String row, String column, String value) {
    return new Put(Bytes.toBytes(row))
        .addColumn(family(column), qualifier(column), Bytes.toBytes(value));
  }

  private static byte[] family(String column) {
    return Bytes.toBytes(column.substring(0, 1));
  }

  private static byte[] qualifier(String column) {
    return Bytes.toBytes(column.substring(2));
  }

  private Delete delete(String row) {
    Delete delete = new Delete(Bytes.toBytes(row));
    return switch (dice.nextInt(4)) {
      case 0 -> delete;
      case 1 -> delete.addFamily(family(column()));
      default -> {
        String column = column();
        yield delete.addColumns(family(column), qualifier(column));
      }
    };
  }

  private void write(String row, List<Mutation> mutations) {
    expectDone(transaction.writeAll(Hermit.TABLE, mutations));
    apply(row, mutations);
  }

  /** Makes several mutations at once, or none at all. */
  private void mutate(String row) {
    List<Mutation> mutations = new ArrayList<>();
    for (int i = dice.nextInt(5); i > 0; i--) {
      mutations.add(dice.nextBoolean() ? delete(row) : put(row, column(), value()));
    }
    RowMutations all = mutationsOf(row, mutations);
    expectDone(transaction.mutateRow(Hermit.TABLE, all));
    apply(row, mutations);
  }

  private static RowMutations mutationsOf(String row, List<Mutation> mutations) {
    try {
      RowMutations all = new RowMutations(Bytes.toBytes(row));
      return all.add(mutations);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private void apply(String row, List<Mutation> mutations) {
    NavigableMap<String, byte[]> columns = own.row(row);
    for (Mutation mutation : mutations) {
      if (mutation instanceof Delete && mutation.isEmpty()) {
        columns.clear();
      }
      mutation
          .getFamilyCellMap()
          .values()
          .forEach(cells -> cells.forEach(cell -> HermitColumns.apply(cell, columns)));
    }
  }

  private void append(String row) {
    String column = column();
    boolean answers = dice.nextBoolean();
    CompletableFuture<Result> call =
        transaction.append(Hermit.TABLE, plus(row, column).setReturnResults(answers));
    expectDone(call);
    byte[] after = appended(row, column);
    if (answers) {
      byte[] answer = call.join().getValue(family(column), qualifier(column));
      Hermit.require(Bytes.equals(answer, after), "an append was answered by " + call.join());
    }
  }

  private static Append plus(String row, String column) {
    byte[] value = Bytes.toBytes("+");
    return new Append(Bytes.toBytes(row)).addColumn(family(column), qualifier(column), value);
  }

  private static Cell cellOf(Append append) {
    return append.getFamilyCellMap().values().iterator().next().get(0);
  }

  private byte[] appended(String row, String column) {
    byte[] before = own.row(row).getOrDefault(column, new byte[0]);
    byte[] after = Bytes.add(before, Bytes.toBytes("+"));
    own.row(row).put(column, after);
    return after;
  }

  /** Makes a conditional mutation. A missing value and an empty one are the same to a condition. */
  private void check(String row) {
    CheckAndMutate check = drawCheck(row, puts(row));
    CompletableFuture<CheckAndMutateResult> call = transaction.checkAndMutate(Hermit.TABLE, check);
    expectDone(call);
    conclude(row, check, call.join());
  }

  private CheckAndMutate drawCheck(String row, List<Mutation> mutations) {
    String column = column();
    String value = value();
    byte[] expected = value.isEmpty() && dice.nextBoolean() ? null : Bytes.toBytes(value);
    CompareOperator operator = CompareOperator.values()[dice.nextInt(6)];
    CheckAndMutate.Builder check =
        CheckAndMutate.newBuilder(Bytes.toBytes(row))
            .ifMatches(family(column), qualifier(column), operator, expected);
    return dice.nextInt(3) > 0
        ? check.build(mutationsOf(row, dice.nextInt(4) > 0 ? mutations : List.of()))
        : check.build(plus(row, column()).setReturnResults(dice.nextBoolean()));
  }

  private void conclude(String row, CheckAndMutate check, CheckAndMutateResult answer) {
    String column = Bytes.toString(check.getFamily()) + ":" + Bytes.toString(check.getQualifier());
    byte[] stored = own.row(row).get(column);
    byte[] expected = check.getValue();
    boolean holds = HermitColumns.holds(check.getCompareOp(), expected, stored);
    String what = "a check of " + column + " by " + check.getCompareOp();
    Hermit.require(answer.isSuccess() == holds, what + " was answered by " + answer.isSuccess());
    if (holds && check.getAction() instanceof RowMutations several) {
      apply(row, several.getMutations());
    } else if (holds) {
      byte[] after = appended(row, Hermit.nameOf(cellOf((Append) check.getAction())));
      Result result = answer.getResult();
      boolean isRight = result == null || result.isEmpty() || Bytes.equals(result.value(), after);
      Hermit.require(isRight, what + " was answered by " + result);
    }
  }

  /** Reads, checks, and reads again in one batch. */
  private void batch(String row) {
    HermitQuery before = HermitQuery.draw(dice);
    String expectedBefore = before.of(own.row(row));
    CheckAndMutate check = drawCheck(row, puts(row));
    HermitQuery after = HermitQuery.draw(dice);
    List<Row> actions =
        List.of(before.get(row), check, mutationsOf(row, List.of()), after.get(row));
    List<CompletableFuture<Object>> answers =
        transaction.batch(Hermit.TABLE, actions, transaction.reads());
    answers.forEach(this::expectDone);
    Hermit.require(shown(answers.get(0)).equals(expectedBefore), before + " in " + own.row(row));
    conclude(row, check, (CheckAndMutateResult) answers.get(1).join());
    Hermit.require(shown(answers.get(3)).equals(after.of(own.row(row))), after + " behind a check");
  }

  private static String shown(CompletableFuture<Object> answer) {
    return HermitColumns.shown((Result) answer.join());
  }

  private void query(String row) {
    HermitQuery query = HermitQuery.draw(dice);
    CompletableFuture<Result> call = transaction.reads().get(Hermit.TABLE, query.get(row));
    expectDone(call);
    String shown = HermitColumns.shown(call.join());
    String right = query.of(own.row(row));
    Hermit.require(shown.equals(right), query + " shows " + shown + ", not " + right);
  }

  /**
   * Scans from one row to another, or to the end. What is written, or taken back, between two rows
   * changes nothing of what the scan shows.
   */
  private void scan() {
    WriteMark mark = transaction.mark().join();
    Cells marked = own.copy();
    disturb(mark, marked);
    String changed = "r" + dice.nextInt(ROWS);
    append(changed);
    String first = dice.nextBoolean() ? "" : "r" + dice.nextInt(ROWS);
    String last = dice.nextBoolean() ? "" : "r" + dice.nextInt(ROWS);
    boolean withFirst = dice.nextBoolean();
    Scan scan = new Scan().withStartRow(Bytes.toBytes(first), withFirst);
    TransactionScan opened =
        transaction.reads().scan(Hermit.TABLE, scan.withStopRow(Bytes.toBytes(last), false));
    Cells seen = own.copy();
    append(changed);
    seen.forEach(
        (row, columns) -> {
          boolean isAhead = withFirst ? row.compareTo(first) >= 0 : row.compareTo(first) > 0;
          if (!columns.isEmpty() && isAhead && (last.isEmpty() || row.compareTo(last) < 0)) {
            disturb(mark, marked);
            requireNext(opened, Hermit.text(columns));
          }
        });
    disturb(mark, marked);
    requireNext(opened, "");
  }

  /** Sometimes makes a step that is no scan, or goes back to a mark. */
  private void disturb(WriteMark mark, Cells marked) {
    switch (dice.nextInt(8)) {
      case 0, 1, 2 -> step(dice.nextInt(12));
      case 3 -> {
        expectDone(transaction.returnTo(mark));
        own.clear();
        own.putAll(marked.copy());
      }
      default -> {} // undisturbed
    }
  }

  private void requireNext(TransactionScan scan, String right) {
    CompletableFuture<@Nullable Result> next = scan.next();
    expectDone(next);
    String shown = next.join() == null ? "" : HermitColumns.shown(next.join());
    Hermit.require(shown.equals(right), "a scan shows " + shown + ", not " + right);
  }

  /** Requests an unknown family, which HBase refuses; the transaction continues. */
  private void readUnknownFamily(String row) {
    byte[] unknown = Bytes.toBytes("x");
    boolean readsMore = dice.nextBoolean();
    Get get = new Get(Bytes.toBytes(row)).addFamily(unknown);
    CompletableFuture<?> call =
        dice.nextBoolean()
            ? transaction.reads().get(Hermit.TABLE, readsMore ? get.addFamily(Content.F) : get)
            : transaction.reads().scan(Hermit.TABLE, new Scan().addFamily(unknown)).next();
    ProtocolFailure failure = failureOf.apply(call);
    boolean isExplained =
        failure != null && failure.getMessage().contains("asks for the family 'x', but table");
    Hermit.require(isExplained, "an unknown family was answered by " + failure);
  }

  /** Writes with the table's durability, or a higher one. */
  private void putDurably(String row) {
    Put put = put(row, column(), value()).setDurability(Durability.FSYNC_WAL);
    ProtocolFailure failure = failureOf.apply(transaction.write(Hermit.TABLE, put));
    boolean isTaken = durability == Durability.FSYNC_WAL;
    Hermit.require(isTaken == (failure == null), "FSYNC_WAL was answered by " + failure);
    if (isTaken) {
      apply(row, List.of(put));
    }
  }

  private void expectDone(CompletableFuture<?> call) {
    ProtocolFailure failure = failureOf.apply(call);
    Hermit.require(failure == null, "a call failed: " + failure);
  }
}
