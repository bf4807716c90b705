package io.rowlock.bench.inserts;

import io.rowlock.bench.inserts.InsertsClient.Window;
import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Measurements;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.clients.Clients;
import io.rowlock.bench.kit.clients.Measured;
import io.rowlock.bench.kit.clients.Share;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;
import org.jspecify.annotations.Nullable;

/** All windows on one cluster, each with tables of its own. */
final class InsertsRun implements AutoCloseable {

  private final InsertsPlan plan;
  private final @Nullable Path conf;
  private final Progress progress;
  private final Measurements<Series> all;
  private final Closer closer = Closer.create();
  private final Clients<Window, Share> clients;
  private final InsertTables tables;
  private final @Nullable Peer peer;
  private final List<Series> series;

  private InsertsRun(
      InsertsPlan plan,
      @Nullable Path conf,
      Clients<Window, Share> clients,
      Progress progress,
      Measurements<Series> all,
      int servers,
      Connection connection)
      throws IOException {
    this.plan = plan;
    this.conf = conf;
    this.clients = clients;
    this.progress = progress;
    this.all = all;
    this.series = plan.series(servers);
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
      Progress progress,
      Measurements<Series> all)
      throws IOException {
    return new InsertsRun(
        plan,
        conf,
        clients,
        progress,
        all,
        cluster.facts().regionServers(),
        ConnectionFactory.createConnection(cluster.configuration()));
  }

  /** Rounds up to 0 are turns of the warm-up; their figures are not kept. */
  void run() throws IOException {
    plan.windows.run(series, progress, this::window);
    tables.drop();
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }

  /** Returns the throughput. */
  private double window(Series series, int round) throws IOException {
    InsertMode mode = series.mode();
    create(mode);
    Window window = new Window(series, plan.windows.seconds(round), plan.windows.seed() + round);
    long begin = System.nanoTime();
    Measured measured = Measured.run(clients, plan.clients.count(), window, conf);
    Tally tally = measured.tally();
    tally.reportFailures(series, progress);
    Double visible = peer == null ? null : visible(peer, series, round, tally, begin);
    long rows = tables.rows(mode);
    check(series, round, tables, "", tally, rows);
    if (round > 0) {
      all.add(
          measured
              .point(series, round, Series.INSERTS_PER_SECOND, window.seconds())
              .with(Figure.RPCS_PER_TX, measured.each(measured.sum().count(InsertsClient.RPCS)))
              .with(Series.ACKNOWLEDGED, tally.committed())
              .with(Series.ROWS, rows)
              .with(Series.REGIONS_TOUCHED, tables.regionsTouched())
              .with(Series.VISIBLE_PER_SECOND, visible));
    }
    return (double) tally.committedInTime() / window.seconds();
  }

  private void create(InsertMode mode) throws IOException {
    if (peer != null) {
      peer.tables().createPlain(mode, plan.regions, false);
    }
    tables.create(mode, plan.regions, peer != null);
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
      all.addFailedCheck("Round " + round + where + ", " + check);
    }
  }
}
