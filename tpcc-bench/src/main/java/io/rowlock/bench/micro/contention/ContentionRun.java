package io.rowlock.bench.micro.contention;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Clients.Measured;
import io.rowlock.bench.micro.contention.ContentionClient.Counts;
import io.rowlock.bench.micro.contention.ContentionClient.Sample;
import io.rowlock.bench.micro.contention.ContentionClient.Task;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;

/** All windows: the counters by one thread and by many, and the bank. */
final class ContentionRun implements AutoCloseable {
  private final ContentionPlan plan;
  private final Clients<Task, Sample> clients;
  private final Progress progress;
  private final TransactionManager transactions;
  private final ContentionTable table;
  private final List<Point<Series>> points = new ArrayList<>();
  private final List<String> failedChecks = new ArrayList<>();

  /** The connection is for checks only. */
  ContentionRun(
      ContentionPlan plan, Clients<Task, Sample> clients, Connection connection, Progress progress)
      throws IOException {
    this.plan = plan;
    this.clients = clients;
    this.progress = progress;
    this.transactions = TransactionManager.create(connection);
    this.table = new ContentionTable(transactions, plan.accounts);
  }

  /** Rounds up to 0 are turns of the warm-up; their figures are not kept. */
  void run() throws IOException {
    List<Series> all = new ArrayList<>();
    for (Kind kind : List.of(Kind.READ_MODIFY_WRITE, Kind.BLIND)) {
      all.add(new Series(kind, 1));
      all.add(new Series(kind, plan.allThreads()));
    }
    all.add(new Series(Kind.TRANSFERS, plan.allTransferThreads()));
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
  }

  private void window(Series series, int round) throws IOException {
    if (series.kind() == Kind.TRANSFERS) {
      transfers(series, round);
    } else {
      increments(series, round);
    }
  }

  private void increments(Series series, int round) throws IOException {
    long valueBefore = table.counted(series);
    Measured<Sample> measured = run(series, round);
    Sample sample = measured.result();
    Tally tally = sample.tally();
    Point<Series> point = point(series, round, tally, sample.counts());
    note(measured.cpu().addTo(point, committed(tally)).with(Series.FEWEST_PER_SECOND, null), tally);
    long added = table.counted(series) - valueBefore;
    if (added < tally.committed() || added > tally.committed() + sample.unknown()) {
      failedChecks.add(
          "%s, round %d: %d increments were committed, %d more perhaps, but the counter grew by %d"
              .formatted(series, round, tally.committed(), sample.unknown(), added));
    }
  }

  /** The processor time of the audits is counted with the transfers. */
  private void transfers(Series series, int round) throws IOException {
    Measured<Sample> measured = run(series, round);
    Sample sample = measured.result();
    Audits audits = sample.audits();
    Point<Series> transfers = point(series, round, sample.tally(), sample.counts());
    note(
        measured
            .cpu()
            .addTo(transfers, committed(sample.tally()))
            .with(Series.FEWEST_PER_SECOND, null),
        sample.tally());
    Point<Series> audited =
        point(new Series(Kind.AUDITS, 1), round, audits.tally(), audits.counts());
    note(
        audited
            .with(Figure.CPU_MICROS_PER_TX, null)
            .with(Figure.SERVER_CPU_MICROS_PER_TX, null)
            .with(Series.FEWEST_PER_SECOND, audits.fewest()),
        audits.tally());
    failedChecks.addAll(audits.wrong());
  }

  private Measured<Sample> run(Series series, int round) throws IOException {
    return clients.run(new Task(series, round, plan.windows.seconds(round)));
  }

  private void note(Point<Series> point, Tally tally) {
    tally.reportFailures(point.series(), progress);
    if (point.round() > 0) {
      points.add(point);
    }
  }

  /** Latencies are of whole calls, retries included. */
  private Point<Series> point(Series series, int round, Tally tally, Counts counts) {
    double perSecond = (double) tally.committedInTime() / plan.windows.seconds(round);
    return Point.of(series, round)
        .with(Figure.TX_PER_SECOND, perSecond)
        .with(Figure.P50_MICROS, tally.latencyMicros(50))
        .with(Figure.P99_MICROS, tally.latencyMicros(99))
        .with(Figure.SLOWEST_MICROS, tally.latencyMicros(100))
        .with(Series.ATTEMPTS_PER_TX, counts.begun() / committed(tally))
        .with(Figure.RPCS_PER_TX, counts.rpcs() / committed(tally))
        .with(Figure.FAILED, tally.failed());
  }

  private static double committed(Tally tally) {
    return Math.max(1, tally.committed());
  }
}
