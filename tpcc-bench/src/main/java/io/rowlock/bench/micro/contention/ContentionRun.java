package io.rowlock.bench.micro.contention;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.TransactionCounters;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Load;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/** All windows: the counters by one thread and by many, and the bank. */
final class ContentionRun implements AutoCloseable {
  private static final long NANOS = 1_000_000_000;

  private final ContentionPlan plan;
  private final Progress progress;
  private final TransactionManager transactions;
  private final TransactionManager auditor;
  private final ContentionTable table;
  private final ContentionTable audited;
  private final List<Point<Series>> points = new ArrayList<>();
  private final List<String> failedChecks = Collections.synchronizedList(new ArrayList<>());

  ContentionRun(ContentionPlan plan, Connection connection, Progress progress) throws IOException {
    this.plan = plan;
    this.progress = progress;
    this.transactions = TransactionManager.create(connection);
    this.auditor = TransactionManager.create(connection);
    this.table = new ContentionTable(transactions, plan.accounts);
    this.audited = new ContentionTable(auditor, plan.accounts);
  }

  /** Rounds up to 0 are turns of the warm-up; their figures are not kept. */
  void run() throws IOException {
    List<Series> all = new ArrayList<>();
    for (Kind kind : List.of(Kind.READ_MODIFY_WRITE, Kind.BLIND)) {
      all.add(new Series(kind, 1));
      all.add(new Series(kind, plan.threads));
    }
    all.add(new Series(Kind.TRANSFERS, plan.transferThreads));
    plan.windows.run(all, progress, this::window);
  }

  Points<Series> points() {
    return new Points<>(points);
  }

  /** Sums that are wrong. */
  List<String> failedChecks() {
    return List.copyOf(failedChecks);
  }

  @Override
  public void close() {
    transactions.close();
    auditor.close();
  }

  private void window(Series series, int round) throws IOException {
    if (series.kind() == Kind.TRANSFERS) {
      transfers(series, round);
    } else {
      increments(series, round);
    }
  }

  private void increments(Series series, int round) throws IOException {
    LongAdder unknown = new LongAdder();
    Load.Work work =
        random -> {
          try {
            table.increment(series);
          } catch (CommitOutcomeUnknownException e) {
            unknown.increment();
            throw e;
          }
        };
    long valueBefore = table.counted(series);
    TransactionCounters before = transactions.counters();
    Tally tally = load(series, round).run(series.threads(), work);
    transactions.drain();
    note(series, round, tally, before, transactions, null);
    long added = table.counted(series) - valueBefore;
    if (added < tally.committed() || added > tally.committed() + unknown.sum()) {
      failedChecks.add(
          "%s, round %d: %d increments were committed, %d more perhaps, but the counter grew by %d"
              .formatted(series, round, tally.committed(), unknown.sum(), added));
    }
  }

  private void transfers(Series series, int round) throws IOException {
    Queue<Long> auditEnds = new ConcurrentLinkedQueue<>();
    TransactionCounters before = transactions.counters();
    TransactionCounters auditorBefore = auditor.counters();
    long begin = System.nanoTime();
    List<Tally> tallies =
        load(series, round)
            .run(
                List.of(
                    new Load.Crew(series.threads(), table::transfer),
                    new Load.Crew(1, random -> audit(auditEnds))));
    transactions.drain();
    int fewest = fewestInASecond(begin, plan.windows.seconds(round), List.copyOf(auditEnds));
    note(series, round, tallies.get(0), before, transactions, null);
    note(new Series(Kind.AUDITS, 1), round, tallies.get(1), auditorBefore, auditor, fewest);
  }

  private void audit(Queue<Long> ends) throws IOException {
    long sum = audited.sum();
    ends.add(System.nanoTime());
    long total = plan.accounts * ContentionTable.OPENING_BALANCE;
    if (sum != total) {
      failedChecks.add("An audit found " + sum + " where there are " + total);
    }
  }

  /** The fewest ends, by {@link System#nanoTime}, in any second of a window. */
  static int fewestInASecond(long begin, int seconds, List<Long> ends) {
    int[] counts = new int[seconds];
    for (long end : ends) {
      long second = Math.floorDiv(end - begin, NANOS);
      if (second >= 0 && second < seconds) {
        counts[(int) second]++;
      }
    }
    return Arrays.stream(counts).min().orElse(0);
  }

  /** Latencies are of whole calls, retries included. */
  private void note(
      Series series,
      int round,
      Tally tally,
      TransactionCounters before,
      TransactionManager manager,
      @Nullable Integer fewest) {
    tally.reportFailures(series, progress);
    if (round <= 0) {
      return;
    }
    TransactionCounters after = manager.counters();
    double committed = Math.max(1, tally.committed());
    long foreground = after.rpcsForeground() - before.rpcsForeground();
    long background = after.rpcsBackground() - before.rpcsBackground();
    double perSecond = (double) tally.committedInTime() / plan.windows.seconds(round);
    points.add(
        Point.of(series, round)
            .with(Figure.TX_PER_SECOND, perSecond)
            .with(Figure.P50_MICROS, tally.latencyMicros(50))
            .with(Figure.P99_MICROS, tally.latencyMicros(99))
            .with(Figure.SLOWEST_MICROS, tally.latencyMicros(100))
            .with(Series.ATTEMPTS_PER_TX, (after.begun() - before.begun()) / committed)
            .with(Figure.RPCS_PER_TX, (foreground + background) / committed)
            .with(Figure.FAILED, tally.failed())
            .with(Series.FEWEST_PER_SECOND, fewest));
  }

  private Load load(Series series, int round) {
    return new Load(
        plan.windows.length(round), Objects.hash(plan.windows.seed(), series.toString(), round));
  }
}
