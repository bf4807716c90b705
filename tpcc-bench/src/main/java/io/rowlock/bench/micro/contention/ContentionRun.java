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
import io.rowlock.bench.micro.contention.ContentionTable.Counters;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/** All windows: the counters by one thread and by many, and the bank. */
final class ContentionRun implements AutoCloseable {
  private final ContentionPlan plan;
  private final Progress progress;
  private final TransactionManager transactions;
  private final TransactionManager auditor;
  private final Counters counters;
  private final Bank bank;
  private final List<Point<Series>> points = new ArrayList<>();
  private final List<String> failedChecks = new ArrayList<>();

  ContentionRun(ContentionPlan plan, Connection connection, Progress progress) throws IOException {
    this.plan = plan;
    this.progress = progress;
    this.transactions = TransactionManager.create(connection);
    this.auditor = TransactionManager.create(connection);
    this.counters = new Counters(transactions);
    this.bank = new Bank(plan.accounts());
  }

  /** Rounds up to 0 are turns of the warm-up, of which no figure is kept. */
  void run() throws IOException {
    List<Series> all = new ArrayList<>();
    for (Kind kind : List.of(Kind.READ_MODIFY_WRITE, Kind.BLIND)) {
      all.add(new Series(kind, 1));
      all.add(new Series(kind, plan.threads()));
    }
    all.add(new Series(Kind.TRANSFERS, plan.transferThreads()));
    plan.windows().run(all, progress, this::window);
  }

  Points<Series> points() {
    return new Points<>(points);
  }

  /** Sums that should have been others. */
  List<String> failedChecks() {
    List<String> all = new ArrayList<>(failedChecks);
    for (long sum : bank.wrongSums()) {
      all.add("An audit found " + sum + " where there are " + bank.total());
    }
    return all;
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
    Load.Work work = counters.work(series);
    LongAdder unknown = new LongAdder();
    Load.Work noting =
        random -> {
          try {
            work.run(random);
          } catch (CommitOutcomeUnknownException e) {
            unknown.increment();
            throw e;
          }
        };
    long valueBefore = counters.value(series);
    TransactionCounters before = transactions.counters();
    Tally tally = load(series, round).run(series.threads(), noting);
    transactions.drain();
    note(series, round, tally, before, transactions, null);
    long added = counters.value(series) - valueBefore;
    if (added < tally.committed() || added > tally.committed() + unknown.sum()) {
      failedChecks.add(
          "%s, round %d: %d increments were committed, %d more perhaps, but the counter grew by %d"
              .formatted(series, round, tally.committed(), unknown.sum(), added));
    }
  }

  private void transfers(Series series, int round) throws IOException {
    TransactionCounters before = transactions.counters();
    TransactionCounters auditorBefore = auditor.counters();
    long begin = System.nanoTime();
    List<Tally> tallies =
        load(series, round)
            .run(
                List.of(
                    new Load.Crew(series.threads(), random -> bank.transfer(transactions, random)),
                    new Load.Crew(1, random -> bank.audit(auditor))));
    transactions.drain();
    int fewest = Seconds.fewest(begin, plan.windows().seconds(round), bank.takeAuditEnds());
    note(series, round, tallies.get(0), before, transactions, null);
    note(new Series(Kind.AUDITS, 1), round, tallies.get(1), auditorBefore, auditor, fewest);
  }

  private void note(
      Series series,
      int round,
      Tally tally,
      TransactionCounters before,
      TransactionManager manager,
      @Nullable Integer fewest) {
    if (round > 0) {
      points.add(
          point(series, round, tally, before, manager.counters())
              .with(Series.FEWEST_PER_SECOND, fewest));
    }
    if (tally.firstFailure() != null) {
      progress.say(series + ": " + tally.failed() + " failed, the first: " + tally.firstFailure());
    }
  }

  /** Latencies are of whole calls, retries included. */
  private Point<Series> point(
      Series series,
      int round,
      Tally tally,
      TransactionCounters before,
      TransactionCounters after) {
    double committed = Math.max(1, tally.committed());
    long foreground = after.rpcsForeground() - before.rpcsForeground();
    long background = after.rpcsBackground() - before.rpcsBackground();
    double seconds = plan.windows().seconds(round);
    return Point.of(series, round)
        .with(Figure.TX_PER_SECOND, tally.committedInTime() / seconds)
        .with(Figure.P50_MICROS, tally.latencyMicros(50))
        .with(Figure.P99_MICROS, tally.latencyMicros(99))
        .with(Figure.SLOWEST_MICROS, tally.latencyMicros(100))
        .with(Series.ATTEMPTS_PER_TX, (after.begun() - before.begun()) / committed)
        .with(Figure.RPCS_PER_TX, (foreground + background) / committed)
        .with(Figure.FAILED, tally.failed());
  }

  private Load load(Series series, int round) {
    return new Load(
        plan.windows().length(round), Objects.hash(plan.seed(), series.toString(), round));
  }

  /** Counts what happens in each second of a window. */
  static final class Seconds {
    private static final long NANOS = 1_000_000_000;

    private Seconds() {}

    /**
     * Of the poorest second.
     *
     * @param ends by {@link System#nanoTime}; those after the window do not count
     */
    static int fewest(long begin, int seconds, List<Long> ends) {
      int[] counts = new int[seconds];
      for (long end : ends) {
        long second = Math.floorDiv(end - begin, NANOS);
        if (second >= 0 && second < seconds) {
          counts[(int) second]++;
        }
      }
      int fewest = counts[0];
      for (int count : counts) {
        fewest = Math.min(fewest, count);
      }
      return fewest;
    }
  }
}
