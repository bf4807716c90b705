package io.rowlock.simulator;

import io.rowlock.Transaction;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulator.UserRecord.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** The random work of a user's code in one attempt, through the public interface. */
final class ManagedTransaction {

  /** No manager has a lower limit of rows. */
  static final int FEWEST_MOST_ROWS = 2;

  private static final int MAX_STEPS = 6;
  private static final Duration LONGEST_THOUGHT = Duration.ofMillis(5);
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private final Transaction transaction;
  private final Environment environment;
  private final List<RowKey> rows;
  private final Random dice;
  private final UserRecord record;
  private final boolean writes;

  /**
   * Creates the work.
   *
   * @param writes false for a read-only transaction
   */
  ManagedTransaction(
      Transaction transaction,
      Environment environment,
      List<RowKey> rows,
      Random dice,
      UserRecord record,
      boolean writes) {
    this.transaction = transaction;
    this.environment = environment;
    this.rows = rows;
    this.dice = dice;
    this.record = record;
    this.writes = writes;
  }

  /** Completes after everything but the commit. */
  CompletableFuture<Void> run() {
    CompletableFuture<Void> all = DONE;
    int steps = 1 + dice.nextInt(MAX_STEPS);
    for (int i = 0; i < steps; i++) {
      all = all.thenCompose(done -> maybeThink()).thenCompose(done -> step());
    }
    return all.thenRun(this::maybeLeaveOpen);
  }

  /** Perhaps leaves a call open: the commit may then be refused. */
  private void maybeLeaveOpen() {
    if (dice.nextInt(40) == 0) {
      record.leavesCallOpen();
      var unused = get(pick()).exceptionally(ended -> null);
    }
  }

  private CompletableFuture<Void> maybeThink() {
    return dice.nextInt(3) > 0 ? DONE : environment.jitteredPause(LONGEST_THOUGHT);
  }

  private CompletableFuture<Void> step() {
    return switch (dice.nextInt(20)) {
      case 0, 1, 2 -> get(pick());
      case 3, 4 -> getSome();
      case 5 -> exists(pick());
      case 6, 7, 8, 9 -> scan();
      case 10 -> atOnce(() -> get(pick()), this::scan);
      case 11 -> Misuse.draw(pick(), dice).in(transaction);
      case 12 -> changeMind();
      case 13 -> writes ? changeWhileReading() : scan();
      case 14 -> incrementOfText();
      default -> writes ? change() : getSome();
    };
  }

  /** Increments text that the transaction itself has put into a row. */
  private CompletableFuture<Void> incrementOfText() {
    Optional<RowKey> tagged =
        record.changes().keySet().stream()
            .filter(key -> record.changes().get(key).kind() != Change.Kind.DELETE_ROW)
            .findFirst();
    return tagged.isEmpty() ? DONE : Misuse.incrementOfTag(tagged.get()).in(transaction);
  }

  private CompletableFuture<Void> changeMind() {
    return dice.nextInt(6) > 0 ? DONE : CompletableFuture.failedFuture(new ChangeOfMind());
  }

  private static CompletableFuture<Void> atOnce(
      Supplier<CompletableFuture<Void>> one, Supplier<CompletableFuture<Void>> other) {
    return CompletableFuture.allOf(one.get(), other.get());
  }

  private CompletableFuture<Void> get(RowKey key) {
    Query query = Query.ofGet(dice);
    View view = behindOwn(key, query);
    long from = now();
    return table(key.table())
        .get(query.get(key.row()))
        .thenAccept(result -> observe(key, view, Query.shown(result), false, from));
  }

  private CompletableFuture<Void> getSome() {
    List<RowKey> some = new ArrayList<>(rows);
    Collections.shuffle(some, dice);
    TableName table = some.get(0).table();
    some.removeIf(key -> !key.table().equals(table));
    List<Query> queries = some.stream().map(key -> Query.ofGet(dice)).toList();
    boolean isWhole = dice.nextBoolean();
    List<Get> gets = new ArrayList<>();
    List<View> views = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      byte[] row = some.get(i).row();
      gets.add(isWhole ? new Get(row) : queries.get(i).get(row));
      views.add(behindOwn(some.get(i), isWhole ? View.WHOLE : queries.get(i)));
    }
    long from = now();
    return table(table)
        .getAll(gets)
        .thenAccept(
            results -> {
              for (int i = 0; i < results.size(); i++) {
                Content shown = Query.shown(results.get(i));
                observe(some.get(i), views.get(i), shown, false, from);
              }
            });
  }

  private CompletableFuture<Void> exists(RowKey key) {
    Query query = Query.ofGet(dice);
    View shape = behindOwn(key, query);
    View view = content -> !shape.of(content).equals(Content.NOTHING);
    long from = now();
    return table(key.table())
        .exists(query.get(key.row()))
        .thenAccept(exists -> observe(key, view, exists, false, from));
  }

  private CompletableFuture<Void> scan() {
    RowKey one = pick();
    RowKey other = pick();
    Query query = Query.draw(dice);
    Scan scan = new Scan().setReversed(dice.nextBoolean()).setCaching(1 + dice.nextInt(4));
    if (dice.nextInt(3) > 0) {
      boolean swaps = (Bytes.compareTo(one.row(), other.row()) > 0) != scan.isReversed();
      scan.withStartRow((swaps ? other : one).row(), dice.nextInt(4) > 0);
      scan.withStopRow((swaps ? one : other).row(), dice.nextInt(4) > 0);
    }
    boolean inParts = dice.nextInt(4) == 0 && !query.wantsRows();
    if (inParts) {
      scan.setBatch(1 + dice.nextInt(2));
    }
    query.shape(scan);
    int most = dice.nextInt(3) == 0 ? 1 + dice.nextInt(2) : Integer.MAX_VALUE;
    limit(scan, most, query.hasFilter() || inParts);
    if (dice.nextInt(6) == 0) {
      scan.setMaxResultSize(1 + dice.nextInt(200));
    }
    List<RowKey> ahead = ahead(scan, one);
    List<View> views = ahead.stream().map(key -> behindOwn(key, query)).toList();
    long from = now();
    return table(one.table())
        .scanAll(scan)
        .thenAccept(results -> observeAll(results, ahead, views, most, from));
  }

  private void limit(Scan scan, int most, boolean isShaped) {
    boolean byFilter = dice.nextBoolean() && !isShaped;
    if (most < Integer.MAX_VALUE && byFilter) {
      scan.setFilter(new PageFilter(most));
    } else if (most < Integer.MAX_VALUE) {
      scan.setLimit(most);
    }
  }

  private List<RowKey> ahead(Scan scan, RowKey one) {
    List<RowKey> ahead =
        new ArrayList<>(rows.stream().filter(key -> UserTransaction.isIn(key, one, scan)).toList());
    if (scan.isReversed()) {
      Collections.reverse(ahead);
    }
    return ahead;
  }

  /**
   * Notes the results. Rows that are missing in them, and are not behind the last requested one,
   * show nothing.
   */
  private void observeAll(
      List<Result> results, List<RowKey> ahead, List<View> views, int most, long from) {
    int next = 0;
    int shown = 0;
    for (int i = 0; i < ahead.size() && shown < most; i++) {
      byte[] row = ahead.get(i).row();
      List<Cell> cells = new ArrayList<>();
      while (next < results.size() && Bytes.equals(results.get(next).getRow(), row)) {
        cells.addAll(results.get(next++).listCells());
      }
      shown += cells.isEmpty() ? 0 : 1;
      observe(ahead.get(i), views.get(i), Content.of(cells), true, from);
    }
    if (next < results.size()) {
      record.breakOff("a scan went astray: " + results.subList(next, results.size()));
    }
  }

  /** Changes a row that has not been changed before. */
  private CompletableFuture<Void> change() {
    return unchanged()
        .map(
            key ->
                Async.recover(
                    managed(drawChange(key)).make(), failure -> unlessTooMany(key, failure)))
        .orElseGet(this::getSome);
  }

  /** Changes a row during a read of it: the read shows the row before the change, or after it. */
  private CompletableFuture<Void> changeWhileReading() {
    Optional<RowKey> one = unchanged();
    if (one.isEmpty() || record.changes().size() >= FEWEST_MOST_ROWS) {
      return DONE;
    }
    RowKey key = one.get();
    Query query = Query.ofGet(dice);
    Change change = drawChange(key);
    long from = now();
    CompletableFuture<Void> read =
        table(key.table())
            .get(query.get(key.row()))
            .thenAccept(
                result -> {
                  Content shown = Query.shown(result);
                  View either =
                      content ->
                          query.of(content).equals(shown) ? shown : query.of(change.after(content));
                  observe(key, either, shown, false, from);
                });
    return CompletableFuture.allOf(read, managed(change).makeAtOnce());
  }

  private Optional<RowKey> unchanged() {
    List<RowKey> unchanged = new ArrayList<>(rows);
    unchanged.removeAll(record.changes().keySet());
    return unchanged.isEmpty()
        ? Optional.empty()
        : Optional.of(unchanged.get(dice.nextInt(unchanged.size())));
  }

  private Change drawChange(RowKey key) {
    Change.Kind kind = Change.draw(key, record, dice, !record.changes().isEmpty());
    return new Change(key, record.tag(), kind, record.seen(key), dice.nextInt(8) == 0, List.of());
  }

  private ManagedChange managed(Change change) {
    return new ManagedChange(table(change.key().table()), change, record, environment, dice);
  }

  /**
   * Handles a failure. A row above the limit is refused, and not written; the transaction
   * continues.
   */
  private CompletableFuture<Void> unlessTooMany(RowKey key, Throwable failure) {
    boolean isTooMany =
        String.valueOf(failure.getMessage()).contains("rows at most")
            && record.changes().size() >= FEWEST_MOST_ROWS;
    if (isTooMany) {
      record.forget(key);
    }
    return isTooMany ? DONE : CompletableFuture.failedFuture(failure);
  }

  /** Returns what a row shows that this transaction may have changed. */
  private View behindOwn(RowKey key, View view) {
    Change change = record.changes().get(key);
    return change == null ? view : content -> view.of(change.after(content));
  }

  private void observe(RowKey key, View view, Object shown, boolean fromRange, long from) {
    record.observe(new Observation(key, view, shown, fromRange, from, now()));
  }

  private AsyncTable<?> table(TableName name) {
    return transaction.asyncTable(name);
  }

  private RowKey pick() {
    return rows.get(dice.nextInt(rows.size()));
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
