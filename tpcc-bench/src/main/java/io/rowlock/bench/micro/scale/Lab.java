package io.rowlock.bench.micro.scale;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.Load;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Progress;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.micro.scale.Sample.Traffic;
import io.rowlock.bench.micro.scale.ScaleTable.Keys;
import io.rowlock.bench.micro.scale.Task.Case;
import io.rowlock.bench.micro.scale.Task.TransactionTask;
import io.rowlock.bench.micro.scale.Wire.Waves;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hbase.client.Connection;

/** Measures cases side by side, over one wire. */
final class Lab implements AutoCloseable {
  private static final Duration SETTLING = Duration.ofMillis(300);

  private final ScalePlan plan;
  private final Wire wire;
  private final Connection connection;
  private final Progress progress;
  private final TransactionManager transactions;
  private final Placement placement;
  private final List<ScaleTable> tables = new ArrayList<>();

  Lab(ScalePlan plan, Wire wire, Connection connection, Progress progress) throws IOException {
    this.plan = plan;
    this.wire = wire;
    this.connection = connection;
    this.progress = progress;
    this.placement = new Placement(connection);
    this.transactions = TransactionManager.create(connection);
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

  Waves waves() {
    return wire.waves();
  }

  void say(String what) {
    progress.say(what);
  }

  /** A new table without rows, its regions spread over so many servers. */
  ScaleTable emptyTable(String purpose, int regions, int servers) throws IOException {
    ScaleTable table = ScaleTable.of(purpose, regions);
    table.create(connection);
    tables.add(table);
    placement.spread(table.name(), servers);
    return table;
  }

  ScaleTable table(String purpose, int regions, int servers) throws IOException {
    ScaleTable table = emptyTable(purpose, regions, servers);
    table.load(connection, plan.seed());
    return table;
  }

  Task transaction(ScaleTable table, Keys.Choice choice, TransactionTask.Reading reading) {
    return new TransactionTask(transactions, waves(), table.name(), choice, reading, false);
  }

  /** Each case once in every round, after all have settled. */
  List<Point<Subject>> measure(List<Case> cases) throws IOException {
    List<Point<Subject>> points = new ArrayList<>();
    settle(cases);
    for (int round = 1; round <= plan.rounds(); round++) {
      progress.say(cases.get(0).subject().part() + ", round " + round + " of " + plan.rounds());
      for (Case each : Rounds.order(cases, round)) {
        points.add(window(each, round, plan.time()));
      }
    }
    return points;
  }

  Point<Subject> window(Case each, int round, Duration length) throws IOException {
    Subject subject = each.subject();
    Sample sample = new Sample();
    long seed = Objects.hash(plan.seed(), subject.rows(), subject.threads(), round);
    transactions.drain();
    long rpcsBefore = wire.requests();
    wire.delayMillis(subject.delayMillis());
    Tally tally =
        new Load(length, seed)
            .run(subject.threads(), random -> sample.add(each.task().run(random)));
    transactions.drain();
    wire.delayMillis(0);
    double addedMicros = wire.takeAddedMicros();
    if (sample.count() == 0) {
      throw new IOException(subject + ": nothing was done; first failure: " + tally.firstFailure());
    }
    double txPerSecond = tally.committedInTime() * 1e9 / length.toNanos();
    Traffic traffic = new Traffic(wire.requests() - rpcsBefore, addedMicros);
    boolean wavesCount = each.task() instanceof TransactionTask task && task.isAlone();
    return sample.point(subject, round, txPerSecond, traffic, tally.failed(), wavesCount);
  }

  /** All of them in turn. */
  void warmUp(List<Case> cases) throws IOException {
    List<Integer> turns = Rounds.turns(plan.warmupSeconds());
    for (int turn = 1; turn <= turns.size(); turn++) {
      progress.say("warm-up, turn " + turn + " of " + turns.size());
      Duration share = Duration.ofSeconds(turns.get(turn - 1)).dividedBy(cases.size());
      for (Case each : Rounds.order(cases, turn)) {
        window(each, -turn, share);
      }
    }
  }

  /** In a warm JVM: other sizes and numbers of threads than before. */
  void settle(List<Case> cases) throws IOException {
    if (plan.warmupSeconds() == 0) {
      return;
    }
    progress.say(cases.get(0).subject().part() + ", settling");
    for (Case each : cases) {
      Subject undelayed = each.subject().delayMillis(0);
      window(new Case(undelayed, each.task()), 0, SETTLING);
    }
  }

  /** Drops what was made on a cluster that stays. */
  void dropTables() throws IOException {
    for (ScaleTable table : tables) {
      table.drop(connection);
    }
  }

  @Override
  public void close() throws IOException {
    transactions.close();
    placement.close();
  }
}
