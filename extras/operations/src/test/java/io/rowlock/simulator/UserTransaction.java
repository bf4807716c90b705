package io.rowlock.simulator;

import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionScan;
import io.rowlock.simulator.Change.Kind;
import io.rowlock.simulator.UserRecord.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Reads some rows and a range, changes some rows, and commits: all by dice. */
final class UserTransaction {

  private static final int MAX_ROWS = 4;
  private static final Duration LONGEST_THOUGHT = Duration.ofMillis(5);
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private final ActiveTransaction transaction;
  private final Environment environment;
  private final List<RowKey> rows;
  private final Random dice;
  private final UserRecord record;
  private final @Nullable ReservationRequest reservation;
  private final ExtraDice extras;
  private final boolean wrongHints;
  private long begun;

  /**
   * Creates a transaction.
   *
   * @param reservation what it reserves before it runs, null for nothing
   * @param wrongHints whether it declares every row that it puts as new
   */
  UserTransaction(
      ActiveTransaction transaction,
      Environment environment,
      List<RowKey> rows,
      Random dice,
      UserRecord record,
      @Nullable ReservationRequest reservation,
      ExtraDice extras,
      boolean wrongHints) {
    this.transaction = transaction;
    this.environment = environment;
    this.rows = rows;
    this.dice = dice;
    this.record = record;
    this.reservation = reservation;
    this.extras = extras;
    this.wrongHints = wrongHints;
  }

  /** Completes when the transaction is over, with the failure that its user would get. */
  CompletableFuture<Void> run() {
    return reservation == null
        ? work()
        : Async.recover(transaction.reserve(reservation), this::giveUp)
            .thenCompose(taken -> work());
  }

  private CompletableFuture<Void> work() {
    begun = now();
    record.runs(begun);
    if (reservation != null && !reservation.longRead().isEmpty()) {
      return committed(readAll(reservation.longRead()));
    }
    if (extras.changesBesideLongReads()) {
      return committed(dice.nextInt(3) > 0 ? transfer() : changeRows());
    }
    if (extras.raisesOneRow()) {
      return committed(
          read(rows.subList(0, 1))
              .thenCompose(done -> change(rows.get(0), Kind.INCREMENT_AND_GET)));
    }
    if (extras.writesHotRows()) {
      return Async.recover(changeHotRows().thenCompose(done -> commitImpatiently()), this::giveUp);
    }
    int kind = dice.nextInt(12);
    if (kind == 0) {
      return committed(scan());
    }
    if (kind < 4) {
      return committed(transfer());
    }
    if (kind == 4) {
      return committed(changeAndReadOthers());
    }
    boolean scans = dice.nextInt(3) == 0;
    boolean scansFirst = dice.nextBoolean();
    CompletableFuture<Void> work =
        maybe(scans && scansFirst, this::scan)
            .thenCompose(done -> maybe(dice.nextInt(3) > 0, this::readRows))
            .thenCompose(done -> maybe(dice.nextInt(4) == 0, this::readRows))
            .thenCompose(done -> maybe(scans && !scansFirst, this::scan))
            .thenCompose(done -> dice.nextInt(5) > 0 ? changeRows() : DONE)
            .thenRun(this::requireOwnRows);
    return committed(work).whenComplete((done, failure) -> requireNoRows());
  }

  private CompletableFuture<Void> committed(CompletableFuture<Void> work) {
    return Async.recover(work.thenCompose(done -> transaction.commit()), this::giveUp);
  }

  /** Checks the rows that an inner transaction must not write; this one stands for the inner. */
  private void requireOwnRows() {
    Stream.of(transaction.hasRead(transaction), transaction.holds(transaction))
        .flatMap(Optional::stream)
        .filter(row -> !rows.contains(row))
        .forEach(row -> record.breakOff("an inner transaction must not write " + row));
  }

  private void requireNoRows() {
    if (transaction.hasRead(transaction).isPresent()
        || transaction.holds(transaction).isPresent()) {
      record.breakOff("an inner transaction is refused for one that is over");
    }
  }

  /** Reads and raises every row, which a client that keeps trying eventually achieves. */
  CompletableFuture<Void> runOnAllRows() {
    return committed(
        read(rows)
            .thenCompose(
                done -> {
                  CompletableFuture<Void> all = DONE;
                  for (RowKey key : rows) {
                    all = all.thenCompose(before -> change(key, Kind.INCREMENT_AND_GET));
                  }
                  return all;
                }));
  }

  /** Reads one row. */
  CompletableFuture<Void> runOn(RowKey key) {
    return read(List.of(key)).thenCompose(done -> transaction.commit());
  }

  private CompletableFuture<Void> giveUp(Throwable failure) {
    return transaction
        .rollback()
        .exceptionally(tooLate -> null)
        .thenCompose(done -> CompletableFuture.failedFuture(failure));
  }

  private CompletableFuture<Void> maybe(boolean really, Supplier<CompletableFuture<Void>> step) {
    return really
        ? environment.jitteredPause(LONGEST_THOUGHT).thenCompose(thought -> step.get())
        : DONE;
  }

  private CompletableFuture<Void> readRows() {
    return read(someRows());
  }

  private CompletableFuture<Void> read(List<RowKey> chosen) {
    List<CompletableFuture<Void>> tables = new ArrayList<>();
    for (TableName table : tables()) {
      List<RowKey> keys = chosen.stream().filter(key -> key.table().equals(table)).toList();
      if (!keys.isEmpty()) {
        tables.add(read(table, keys));
      }
    }
    return CompletableFuture.allOf(tables.toArray(CompletableFuture[]::new));
  }

  /** Changes exactly the rows that it reads. */
  private CompletableFuture<Void> transfer() {
    List<RowKey> both = someRows();
    return read(both).thenCompose(done -> change(both));
  }

  /**
   * Changes rows before it reads others: the locks of the changed rows are prefetched with those
   * reads.
   */
  private CompletableFuture<Void> changeAndReadOthers() {
    List<RowKey> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, dice);
    int changed = 1 + dice.nextInt(Math.min(MAX_ROWS, shuffled.size() - 1));
    return change(shuffled.subList(0, changed))
        .thenCompose(done -> read(shuffled.subList(changed, shuffled.size())));
  }

  /** Commits, and stops the commit after a while if the user loses patience. */
  private CompletableFuture<Void> commitImpatiently() {
    if (extras.losesPatience()) {
      environment.scheduler().schedule(extras.patience(), this::stop);
    }
    return transaction.commit();
  }

  private void stop() {
    boolean unused = transaction.stop(ProtocolFailure.timeout("It took too long"));
  }

  /** Changes some of the first rows without a look at them; may read others, and scan before. */
  private CompletableFuture<Void> changeHotRows() {
    int hot = Math.min(2, rows.size());
    List<RowKey> changed = rows.subList(0, 1 + dice.nextInt(hot));
    List<RowKey> others = new ArrayList<>(rows.subList(hot, rows.size()));
    Collections.shuffle(others, dice);
    boolean reads = !others.isEmpty() && dice.nextInt(3) == 0;
    return maybe(dice.nextInt(6) == 0, this::scan)
        .thenCompose(done -> reads ? read(others.subList(0, 1)) : DONE)
        .thenCompose(done -> change(changed));
  }

  private Set<TableName> tables() {
    Set<TableName> tables = new TreeSet<>();
    rows.forEach(key -> tables.add(key.table()));
    return tables;
  }

  private CompletableFuture<Void> read(TableName table, List<RowKey> keys) {
    long from = now();
    return transaction
        .reads()
        .getAll(table, keys.stream().map(key -> new Get(key.row())).toList())
        .thenAccept(
            results -> {
              for (int i = 0; i < keys.size(); i++) {
                observe(keys.get(i), results.get(i), false, from);
              }
            });
  }

  private void observe(RowKey key, Result result, boolean fromRange, long from) {
    Content content = Content.of(result.listCells());
    record.observe(
        extras.hidesF()
            ? new Observation(key, Content::withoutF, content.withoutF(), fromRange, from, now())
            : new Observation(key, View.WHOLE, content, fromRange, from, now()));
  }

  private CompletableFuture<Void> scan() {
    RowKey one = pick();
    RowKey other = pick();
    boolean isWhole = dice.nextInt(3) == 0;
    Scan scan = new Scan().setReversed(dice.nextBoolean()).setCaching(1 + dice.nextInt(4));
    if (!isWhole) {
      boolean swaps = (Bytes.compareTo(one.row(), other.row()) > 0) != scan.isReversed();
      scan.withStartRow((swaps ? other : one).row(), dice.nextInt(4) > 0);
      scan.withStopRow((swaps ? one : other).row(), dice.nextInt(4) > 0);
    }
    int most = dice.nextInt(3) == 0 ? 1 + dice.nextInt(2) : Integer.MAX_VALUE;
    List<RowKey> ahead =
        new ArrayList<>(rows.stream().filter(key -> isIn(key, one, scan)).toList());
    if (scan.isReversed()) {
      Collections.reverse(ahead);
    }
    TransactionScan opened = transaction.reads().scan(one.table(), scan);
    CompletableFuture<Void> met = next(opened, ahead, most, now());
    requireOneAtATime(opened, met);
    return met;
  }

  /** Scans what was reserved; sometimes reads or changes other rows, too. */
  private CompletableFuture<Void> readAll(List<RangeScan> scans) {
    CompletableFuture<Void> all = DONE;
    for (RangeScan whole : scans) {
      all = all.thenCompose(done -> maybe(true, () -> readAll(whole)));
      all = all.thenCompose(done -> maybe(dice.nextInt(8) == 0, () -> readAll(whole)));
    }
    boolean readsElsewhere = dice.nextInt(scans.size() == 1 ? 2 : 6) == 0;
    return all.thenCompose(done -> maybe(readsElsewhere, this::readRows))
        .thenCompose(done -> dice.nextInt(8) == 0 ? changeRows() : DONE);
  }

  private CompletableFuture<Void> readAll(RangeScan whole) {
    TableName table = whole.range().table();
    List<RowKey> ahead =
        new ArrayList<>(rows.stream().filter(key -> key.table().equals(table)).toList());
    Scan scan = new Scan().setReversed(whole.reversed()).setCaching(1 + dice.nextInt(4));
    if (scan.isReversed()) {
      Collections.reverse(ahead);
    }
    int most = dice.nextInt(6) == 0 ? 1 + dice.nextInt(3) : Integer.MAX_VALUE;
    return next(transaction.reads().scan(table, scan), ahead, most, begun);
  }

  /** Checks that a request for the next row is refused before the previous one is answered. */
  private static void requireOneAtATime(TransactionScan scan, CompletableFuture<Void> met) {
    if (!met.isDone() && !scan.next().isCompletedExceptionally()) {
      throw new AssertionError("A scan was asked twice at a time");
    }
  }

  /** Returns whether a scan of the row's table passes the row. */
  static boolean isIn(RowKey key, RowKey one, Scan scan) {
    boolean reversed = scan.isReversed();
    byte[] first = reversed ? scan.getStopRow() : scan.getStartRow();
    byte[] last = reversed ? scan.getStartRow() : scan.getStopRow();
    boolean withFirst = reversed ? scan.includeStopRow() : scan.includeStartRow();
    boolean withLast = reversed ? scan.includeStartRow() : scan.includeStopRow();
    int toFirst = Bytes.compareTo(key.row(), first);
    int toLast = last.length == 0 ? -1 : Bytes.compareTo(key.row(), last);
    return key.table().equals(one.table())
        && (toFirst > 0 || (toFirst == 0 && withFirst) || first.length == 0)
        && (toLast < 0 || (toLast == 0 && withLast));
  }

  /** Notes that every row ahead of the one that the scan meets has been seen to be absent. */
  private CompletableFuture<Void> next(
      TransactionScan scan, List<RowKey> ahead, int most, long from) {
    if (most == 0) {
      scan.close();
      return DONE;
    }
    return scan.next()
        .thenCompose(
            result -> {
              while (!ahead.isEmpty()) {
                RowKey key = ahead.remove(0);
                if (result != null && Bytes.equals(key.row(), result.getRow())) {
                  observe(key, result, true, from);
                  return next(scan, ahead, most - 1, from);
                }
                observe(key, Result.EMPTY_RESULT, true, from);
              }
              return result == null
                  ? DONE
                  : CompletableFuture.failedFuture(
                      new AssertionError("A scan met " + Bytes.toStringBinary(result.getRow())));
            });
  }

  private CompletableFuture<Void> changeRows() {
    return change(someRows());
  }

  private CompletableFuture<Void> change(List<RowKey> chosen) {
    CompletableFuture<Void> all = DONE;
    for (int i = 0; i < chosen.size(); i++) {
      RowKey key = chosen.get(i);
      boolean mayDelete = i > 0;
      all = all.thenCompose(done -> change(key, Change.draw(key, record, dice, mayDelete)));
    }
    return all;
  }

  private CompletableFuture<Void> change(RowKey key, Kind kind) {
    Change change =
        new Change(key, record.tag(), kind, record.seen(key), wrongHints, extras.draw());
    record.changes().put(key, change);
    boolean twice = dice.nextInt(8) == 0;
    return (extras.regrets() ? change.regretted(transaction) : DONE)
        .thenCompose(done -> change.applyTo(transaction, twice))
        .thenAccept(count -> note(key, count));
  }

  private void note(RowKey key, @Nullable Long count) {
    if (count != null) {
      record.counts().put(key, count);
    }
  }

  private List<RowKey> someRows() {
    List<RowKey> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, dice);
    boolean takesAll = rows.size() <= MAX_ROWS && dice.nextInt(4) > 0;
    int some = 1 + dice.nextInt(Math.min(MAX_ROWS, shuffled.size()));
    return shuffled.subList(0, takesAll ? shuffled.size() : some);
  }

  private RowKey pick() {
    return rows.get(dice.nextInt(rows.size()));
  }

  private long now() {
    return environment.clock().monotonicNanos();
  }
}
