package io.rowlock.bench.inserts;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.ClosedLoop;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/** All windows on one cluster, each with tables of its own. */
final class InsertsRun implements AutoCloseable {
  private final InsertsPlan plan;
  private final List<Series> all;
  private final AsyncConnection plain;
  private final @Nullable Peer peer;
  private final Progress progress;
  private final TransactionManager transactions;
  private final InsertTables tables;
  private final List<Point<Series>> points = new ArrayList<>();
  private final List<String> failedChecks = new ArrayList<>();

  InsertsRun(
      InsertsPlan plan,
      int servers,
      Connection connection,
      AsyncConnection plain,
      @Nullable Peer peer,
      Progress progress)
      throws IOException {
    this.plan = plan;
    this.all = plan.series(servers);
    this.plain = plain;
    this.peer = peer;
    this.progress = progress;
    this.transactions = TransactionManager.create(connection);
    this.tables = new InsertTables(connection);
  }

  /** Rounds up to 0 are turns of the warm-up, of which no figure is kept. */
  void run() throws IOException {
    plan.windows().run(all, progress, this::window);
    tables.drop();
  }

  List<Point<Series>> points() {
    return List.copyOf(points);
  }

  /** Records that should have been there, or should not. */
  List<String> failedChecks() {
    return List.copyOf(failedChecks);
  }

  @Override
  public void close() {
    transactions.close();
  }

  private void window(Series series, int round) throws IOException {
    InsertMode mode = series.mode();
    if (peer != null) {
      peer.create(mode, plan.regions());
    }
    tables.create(mode, plan.regions(), peer != null);
    Inserter inserter = new Inserter(plain, transactions, series, plan.seed() + round);
    long begin = System.nanoTime();
    Tally tally = ClosedLoop.run(plan.users(), plan.windows().length(round), inserter::insert);
    transactions.drain();
    if (tally.firstFailure() != null) {
      progress.say(series + ": " + tally.failed() + " failed, the first: " + tally.firstFailure());
    }
    long rows = tables.rows(mode);
    check(series, round, "", tally, rows);
    Double visible = peer == null ? null : visible(peer, series, round, tally, begin);
    if (round > 0) {
      points.add(point(series, round, tally, rows).with(Series.VISIBLE_PER_SECOND, visible));
    }
  }

  private Double visible(Peer second, Series series, int round, Tally tally, long begin)
      throws IOException {
    long wanted = tally.committed() * rowsPerRecord(series);
    Peer.Arrived arrived = second.await(series.mode(), wanted);
    check(series, round, " on the second cluster", tally, arrived.rows());
    return tally.committed() * 1e9 / (arrived.nanoTime() - begin);
  }

  private void check(Series series, int round, String where, Tally tally, long rows) {
    long least = tally.committed() * rowsPerRecord(series);
    long most = least + tally.failed() * rowsPerRecord(series);
    if (rows < least || rows > most) {
      failedChecks.add(
          "%s, round %d: %d inserts were acknowledged and %d failed, but there are %d rows%s"
              .formatted(series, round, tally.committed(), tally.failed(), rows, where));
    }
  }

  private static int rowsPerRecord(Series series) {
    return series.mode().hasIndex() ? 2 : 1;
  }

  private Point<Series> point(Series series, int round, Tally tally, long rows) throws IOException {
    double seconds = plan.windows().seconds(round);
    return Point.of(series, round)
        .with(Series.INSERTS_PER_SECOND, tally.committedInTime() / seconds)
        .with(Figure.P50_MICROS, tally.latencyMicros(50))
        .with(Figure.P95_MICROS, tally.latencyMicros(95))
        .with(Figure.P99_MICROS, tally.latencyMicros(99))
        .with(Figure.SLOWEST_MICROS, tally.latencyMicros(100))
        .with(Series.ACKNOWLEDGED, tally.committed())
        .with(Series.ROWS, rows)
        .with(Series.REGIONS_TOUCHED, tables.regionsTouched())
        .with(Figure.FAILED, tally.failed());
  }
}
