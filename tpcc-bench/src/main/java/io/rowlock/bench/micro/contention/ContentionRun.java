package io.rowlock.bench.micro.contention;

import io.rowlock.TransactionCounters;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Measurements;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Measured;
import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.micro.contention.ContentionClient.Window;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All windows: the counters by one thread and by many, and the bank. */
final class ContentionRun {

  private final ContentionPlan plan;
  private final Clients<Window, Share> clients;
  private final Auditor auditor;
  private final @Nullable Path conf;
  private final Progress progress;
  private final Measurements<Series> all;

  /**
   * Creates it.
   *
   * @param conf the configuration of servers with processes of their own, if the user named one
   */
  ContentionRun(
      ContentionPlan plan,
      Clients<Window, Share> clients,
      Auditor auditor,
      @Nullable Path conf,
      Progress progress,
      Measurements<Series> all) {
    this.plan = plan;
    this.clients = clients;
    this.auditor = auditor;
    this.conf = conf;
    this.progress = progress;
    this.all = all;
  }

  /** Rounds up to 0 are turns of the warm-up; their figures are not kept. */
  void run() throws IOException {
    plan.windows.run(plan.series(), progress, this::window);
    auditor.failedChecks().forEach(all::addFailedCheck);
  }

  /** Returns the throughput. */
  private double window(Series series, int round) throws IOException {
    return (double) share(series, round).tally().committedInTime() / plan.windows.seconds(round);
  }

  private Share share(Series series, int round) throws IOException {
    Kind audits = series.kind().audits();
    if (audits != null) {
      return transfers(series, audits, round);
    } else if (!series.kind().isCounter()) {
      return work(series, round);
    } else if (isApart(round)) {
      return Share.sum(clients.run(windowOf(series, round), plan.clients.count()));
    }
    return increments(series, round);
  }

  /**
   * In every other turn of the warm-up each client has a row of its own. Clients that queue for one
   * row commit so rarely that their code would stay interpreted for minutes.
   */
  private static boolean isApart(int round) {
    return round < 0 && round % 2 != 0;
  }

  private Share increments(Series series, int round) throws IOException {
    long valueBefore = auditor.counted(series);
    Share sum = work(series, round);
    long added = auditor.counted(series) - valueBefore;
    long committed = sum.tally().committed();
    long unknown = sum.count(ContentionClient.UNKNOWN);
    if (added < committed || added > committed + unknown) {
      all.addFailedCheck(
          "%s, round %d: %d increments were committed, %d more perhaps, but the counter grew by %d"
              .formatted(series, round, committed, unknown, added));
    }
    return sum;
  }

  private Share transfers(Series series, Kind kind, int round) throws IOException {
    Window window = windowOf(new Series(kind, 1, 1), round);
    TransactionCounters before = auditor.counters();
    Auditor.Audits audits = auditor.start(window);
    Share sum = work(series, round);
    Tally tally = audits.await();
    TransactionCounters after = auditor.counters();
    long rpcs =
        after.rpcsForeground()
            + after.rpcsBackground()
            - before.rpcsForeground()
            - before.rpcsBackground();
    Map<String, Long> counts =
        Map.of(
            ContentionClient.ATTEMPTS, after.begun() - before.begun(), ContentionClient.RPCS, rpcs);
    Measured measured = new Measured(Share.of(tally, counts), null, null);
    note(
        measured,
        point(window, round, measured)
            .with(Figure.CLIENT_CPU_MICROS_PER_TX, null)
            .with(Series.FEWEST_PER_SECOND, audits.fewestInASecond())
            .with(Series.COMMITTED_IN_TIME, tally.committedInTime()));
    return sum;
  }

  /** Latencies are of whole calls, retries included. */
  private Share work(Series series, int round) throws IOException {
    Window window = windowOf(series, round);
    Measured measured = Measured.run(clients, series.clients(), window, conf);
    note(measured, point(window, round, measured));
    return measured.sum();
  }

  private void note(Measured measured, Point<Series> point) {
    measured.tally().reportFailures(point.series(), progress);
    if (point.round() > 0) {
      all.add(point);
    }
  }

  private static Point<Series> point(Window window, int round, Measured measured) {
    Share sum = measured.sum();
    return measured
        .point(window.series(), round, Figure.TX_PER_SECOND, window.seconds())
        .with(Series.ATTEMPTS_PER_TX, measured.each(sum.count(ContentionClient.ATTEMPTS)))
        .with(Figure.RPCS_PER_TX, measured.each(sum.count(ContentionClient.RPCS)));
  }

  private Window windowOf(Series series, int round) {
    long seed = Objects.hash(plan.windows.seed(), series.toString(), round);
    return new Window(series, plan.windows.seconds(round), seed, isApart(round));
  }
}
