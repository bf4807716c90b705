package io.rowlock.bench.inserts;

import com.google.common.io.Closer;
import io.rowlock.bench.inserts.InsertsClient.Window;
import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Share;
import io.rowlock.bench.kit.local.ProcessorTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/** All windows on one cluster, each with tables of its own. */
final class InsertsRun implements AutoCloseable {
  private static final double NANOS_PER_MICRO = 1_000;

  private final InsertsPlan plan;
  private final @Nullable Path conf;
  private final Progress progress;
  private final List<Series> all;
  private final Closer closer = Closer.create();
  private final Clients<Window, Share> clients;
  private final InsertTables tables;
  private final @Nullable Peer peer;
  private final List<Point<Series>> points = new ArrayList<>();
  private final List<String> failedChecks = new ArrayList<>();

  private InsertsRun(
      InsertsPlan plan,
      @Nullable Path conf,
      Clients<Window, Share> clients,
      Progress progress,
      int servers,
      Connection connection)
      throws IOException {
    this.plan = plan;
    this.conf = conf;
    this.clients = clients;
    this.progress = progress;
    this.all = plan.series(servers);
    this.tables = new InsertTables(closer.register(connection));
    this.peer = plan.peer ? closer.register(Peer.of(connection)) : null;
  }

  /**
   * Connects to the cluster.
   *
   * @param conf the configuration of servers with processes of their own, if the user named one
   */
  static InsertsRun on(
      Cluster cluster,
      @Nullable Path conf,
      InsertsPlan plan,
      Clients<Window, Share> clients,
      Progress progress)
      throws IOException {
    return new InsertsRun(
        plan,
        conf,
        clients,
        progress,
        cluster.facts().regionServers(),
        ConnectionFactory.createConnection(cluster.configuration()));
  }

  /** Rounds up to 0 are turns of the warm-up; their figures are not kept. */
  void run() throws IOException {
    plan.windows.run(all, progress, this::window);
    tables.drop();
  }

  List<Point<Series>> points() {
    return points;
  }

  /** Windows after which rows are missing, or too many, or not whole. */
  List<String> failedChecks() {
    return failedChecks;
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }

  private void window(Series series, int round) throws IOException {
    InsertMode mode = series.mode();
    if (peer != null) {
      peer.tables().createPlain(mode, plan.regions, false);
    }
    tables.create(mode, plan.regions, peer != null);
    Window window = new Window(series, plan.windows.seconds(round), plan.windows.seed() + round);
    ProcessorTime before = ProcessorTime.now(conf);
    long begin = System.nanoTime();
    Share share = Share.sum(clients.run(window, plan.clients.count()));
    Duration servers = ProcessorTime.now(conf).since(before).servers();
    Tally tally = share.tally();
    tally.reportFailures(series, progress);
    Double visible = peer == null ? null : visible(peer, series, round, tally, begin);
    long rows = tables.rows(mode);
    check(series, round, tables, "", tally, rows);
    if (round > 0) {
      points.add(
          share
              .withFirings(point(series, round, share, rows))
              .with(Series.VISIBLE_PER_SECOND, visible)
              .with(
                  Series.SERVER_CPU_MICROS,
                  servers == null ? null : micros(servers.toNanos(), tally)));
    }
  }

  private Double visible(Peer second, Series series, int round, Tally tally, long begin)
      throws IOException {
    Peer.Arrived arrived =
        second.await(series.mode(), tally.committed() * series.mode().rowsPerRecord());
    check(series, round, second.tables(), " on the second cluster", tally, arrived.rows());
    return tally.committed() * 1e9 / (arrived.nanoTime() - begin);
  }

  private void check(
      Series series, int round, InsertTables in, String where, Tally tally, long rows)
      throws IOException {
    RowCheck check =
        new RowCheck(series, tally.committed(), tally.failed(), rows, in.wholeRecords());
    if (!check.holds()) {
      failedChecks.add("Round " + round + where + ", " + check);
    }
  }

  private Point<Series> point(Series series, int round, Share share, long rows) throws IOException {
    Tally tally = share.tally();
    double perSecond = (double) tally.committedInTime() / plan.windows.seconds(round);
    return Point.of(series, round)
        .with(Series.INSERTS_PER_SECOND, perSecond)
        .with(Figure.P50_MICROS, tally.latencyMicros(50))
        .with(Figure.P95_MICROS, tally.latencyMicros(95))
        .with(Figure.P99_MICROS, tally.latencyMicros(99))
        .with(Figure.SLOWEST_MICROS, tally.latencyMicros(100))
        .with(Figure.RPCS_PER_TX, (double) share.count(InsertsClient.RPCS) / tally.committed())
        .with(Series.CLIENT_CPU_MICROS, micros(share.processorNanos(), tally))
        .with(Series.ACKNOWLEDGED, tally.committed())
        .with(Series.ROWS, rows)
        .with(Series.REGIONS_TOUCHED, tables.regionsTouched())
        .with(Figure.FAILED, tally.failed());
  }

  private static double micros(long nanos, Tally tally) {
    return nanos / NANOS_PER_MICRO / Math.max(1, tally.committed());
  }
}
