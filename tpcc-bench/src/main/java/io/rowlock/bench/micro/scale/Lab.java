package io.rowlock.bench.micro.scale;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Load;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.Warmth;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Subject.Figures;
import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.Task.PlainTask;
import io.rowlock.bench.micro.scale.Task.TransactionTask;
import io.rowlock.bench.micro.scale.Task.TransactionTask.Reading;
import io.rowlock.bench.micro.scale.Wire.Waves.Stopwatch.Timing;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/** Measures cases side by side over one wire, while the balancer is off. */
final class Lab implements AutoCloseable {
  private static final Duration SETTLING = Duration.ofMillis(300);
  private static final int WARM_UP_REGIONS = 4;
  private static final int WARM_UP_THREADS = 8;
  private static final int MANY_ROWS = 20;

  private final ScalePlan plan;
  private final Wire wire;
  private final Connection connection;
  private final Progress progress;
  private final TransactionManager transactions;
  private final Admin admin;
  private final boolean balancerBefore;
  private final List<ScaleTable> tables = new ArrayList<>();

  Lab(ScalePlan plan, Wire wire, Connection connection, Progress progress) throws IOException {
    this.plan = plan;
    this.wire = wire;
    this.connection = connection;
    this.progress = progress;
    this.transactions = TransactionManager.create(connection);
    this.admin = connection.getAdmin();
    this.balancerBefore = admin.balancerSwitch(false, true);
  }

  ScalePlan plan() {
    return plan;
  }

  Connection connection() {
    return connection;
  }

  TransactionManager transactions() {
    return transactions;
  }

  void say(String what) {
    progress.say(what);
  }

  /** A new table without rows, its regions on one server. */
  ScaleTable emptyTable(String purpose, int regions) throws IOException {
    ScaleTable table = ScaleTable.of(purpose, regions);
    table.create(connection);
    tables.add(table);
    gather(table.name());
    return table;
  }

  ScaleTable table(String purpose, int regions) throws IOException {
    ScaleTable table = emptyTable(purpose, regions);
    table.load(connection, plan.windows.seed());
    return table;
  }

  private void gather(TableName table) throws IOException {
    ServerName server = Collections.min(admin.getRegionServers());
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      for (HRegionLocation location : locator.getAllRegionLocations()) {
        if (!server.equals(location.getServerName())) {
          admin.move(location.getRegion().getEncodedNameAsBytes(), server);
        }
      }
      locator.clearRegionLocationCache();
    }
  }

  /** Transactions that may overlap with what is left of the one before. */
  Task transaction(ScaleTable table, Keys.Choice choice, Reading reading) {
    return new TransactionTask(transactions, wire.waves(), table.name(), choice, reading, false);
  }

  /** Transactions that wait first until nothing is left of the one before. */
  Task alone(ScaleTable table, Keys.Choice choice, Reading reading) {
    return new TransactionTask(transactions, wire.waves(), table.name(), choice, reading, true);
  }

  /** The same reads and writes without a transaction. */
  Task plain(ScaleTable table, Keys.Choice choice, boolean isBatched) {
    return new PlainTask(connection, wire.waves(), table.name(), choice, isBatched);
  }

  /** Runs each case once in each round, after all have settled. */
  List<Point<Subject>> measure(List<Case> cases) throws IOException {
    List<Point<Subject>> points = new ArrayList<>();
    settle(cases);
    for (int round = 1; round <= plan.windows.count(); round++) {
      progress.say(cases.get(0).subject().part() + ", round " + round);
      for (Case each : Rounds.order(cases, round)) {
        points.add(window(each, round, plan.windows.length(round)));
      }
    }
    return points;
  }

  private Point<Subject> window(Case each, int round, Duration length) throws IOException {
    Subject subject = each.subject();
    Sample sample = new Sample();
    long seed = Objects.hash(plan.windows.seed(), subject.rows(), subject.threads(), round);
    transactions.drain();
    long rpcsBefore = wire.requests();
    long compiled = Warmth.compiledMillis();
    wire.delayMillis(subject.delayMillis());
    Tally tally =
        new Load(length, seed)
            .run(subject.threads(), random -> sample.add(each.task().run(random)));
    transactions.drain();
    wire.delayMillis(0);
    if (sample.count() == 0) {
      throw new IOException(subject + ": nothing was done; first failure: " + tally.firstFailure());
    }
    boolean wavesCount = each.task() instanceof TransactionTask task && task.isAlone();
    return sample
        .point(subject, round, tally.committedInTime() * 1e9 / length.toNanos(), wavesCount)
        .with(Figure.RPCS_PER_TX, (double) (wire.requests() - rpcsBefore) / sample.count())
        .with(Figures.ADDED_MICROS, wire.takeAddedMicros())
        .with(Figure.FAILED, tally.failed())
        .with(Figure.COMPILE_MILLIS_PER_SECOND, Warmth.perSecond(compiled, length));
  }

  /** All kinds of work take turns, until the JVM has compiled what client and servers run. */
  void warmUp() throws IOException {
    List<Integer> turns = plan.windows.turns();
    if (turns.isEmpty()) {
      return;
    }
    ScaleTable table = table("warm_up", WARM_UP_REGIONS);
    Keys.Choice two = Keys.readAndWritten(table, 2, 2);
    Keys.Choice unread = Keys.written(table, MANY_ROWS, 1);
    Keys.Choice many =
        Keys.readAndWrittenAndOthersRead(table, MANY_ROWS, MANY_ROWS, WARM_UP_REGIONS);
    Subject subject = Subject.of(PartName.ROWS, "warm-up").threads(WARM_UP_THREADS);
    List<Case> cases =
        Stream.of(
                transaction(table, Keys.readAndWritten(table, 1, 1), Reading.AT_ONCE),
                transaction(table, two, Reading.ONE_BY_ONE),
                transaction(table, many, Reading.AT_ONCE),
                transaction(table, unread, Reading.AT_ONCE),
                plain(table, unread, true),
                plain(table, two, false))
            .map(task -> new Case(subject, task))
            .toList();
    for (int turn = 1; turn <= turns.size(); turn++) {
      progress.say("warm-up, turn " + turn + " of " + turns.size());
      Duration share = Duration.ofSeconds(turns.get(turn - 1)).dividedBy(cases.size());
      for (Case each : Rounds.order(cases, turn)) {
        var unused = window(each, -turn, share);
      }
    }
  }

  /** Lets a case settle in a warm JVM, because sizes and threads change. */
  void settle(List<Case> cases) throws IOException {
    if (plan.windows.warmupSeconds() == 0) {
      return;
    }
    progress.say(cases.get(0).subject().part() + ", settling");
    for (Case each : cases) {
      var unused = window(new Case(each.subject().delayMillis(0), each.task()), 0, SETTLING);
    }
  }

  /** Drops the tables on a cluster that stays. */
  void dropTables() throws IOException {
    for (ScaleTable table : tables) {
      table.drop(connection);
    }
  }

  @Override
  public void close() throws IOException {
    transactions.close();
    admin.balancerSwitch(balancerBefore, false);
    admin.close();
  }

  /** Collects the timings of one window, from all threads. */
  static final class Sample {
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_MICRO = 1_000;

    private final Histogram whole = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
    private final Histogram commits = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
    private final LongAdder waves = new LongAdder();
    private final LongAdder commitWaves = new LongAdder();

    void add(Timing timing) {
      whole.recordValue(timing.nanos());
      commits.recordValue(timing.commitNanos());
      waves.add(timing.waves());
      commitWaves.add(timing.commitWaves());
    }

    long count() {
      return whole.getTotalCount();
    }

    /** The timings as a point; waves count where they are those of single transactions. */
    Point<Subject> point(Subject subject, int round, double txPerSecond, boolean wavesCount) {
      return Point.of(subject, round)
          .with(Figure.TX_PER_SECOND, txPerSecond)
          .with(Figure.P50_MICROS, whole.getValueAtPercentile(50) / NANOS_PER_MICRO)
          .with(Figure.P99_MICROS, whole.getValueAtPercentile(99) / NANOS_PER_MICRO)
          .with(Figures.COMMIT_P50_MICROS, commits.getValueAtPercentile(50) / NANOS_PER_MICRO)
          .with(Figures.WAVES_PER_TX, wavesCount ? waves.sum() / (double) count() : 0)
          .with(Figures.COMMIT_WAVES_PER_TX, wavesCount ? commitWaves.sum() / (double) count() : 0);
    }
  }
}
