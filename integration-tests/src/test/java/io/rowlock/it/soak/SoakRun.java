package io.rowlock.it.soak;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.population.DatabaseNotes.Database;
import io.rowlock.it.soak.Checks.Check;
import io.rowlock.local.RunDirectory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/** A soak on a loaded database: strikes and checks in turns, until the time is over. */
final class SoakRun implements Closeable {
  private final SoakPlan plan;
  private final Environment environment;
  private final Connection connection;
  private final Consumer<String> say;
  private final Random random;
  private final List<TableName> tables;
  private final Closer closer = Closer.create();
  private final Clients clients;
  private final Strikes strikes;
  private final LockFamily locks;
  private final Sampler sampler;
  private final Vacuuming vacuuming;
  private final Checks checks;
  private final List<String> failedChecks = new ArrayList<>();
  private long nextCheck;

  /**
   * Starts the clients.
   *
   * @param results gets the samples at once
   */
  SoakRun(
      SoakPlan plan,
      SoakCluster cluster,
      Connection connection,
      Database database,
      RunDirectory directory,
      Path results,
      Consumer<String> say)
      throws IOException {
    this.plan = plan;
    this.environment = Environment.of(cluster.cluster());
    this.connection = connection;
    this.say = say;
    this.random = new Random(plan.seed);
    this.tables =
        database.layout().tables(plan.warehouses, 1).stream().map(table -> table.name()).toList();
    this.locks = new LockFamily(connection, tables);
    try {
      ClientPlans plans = new ClientPlans(plan, database.layout(), cluster, directory);
      clients = closer.register(Clients.start(plan.clients, plans));
      RegionStrikes regions = RegionStrikes.on(connection, tables, random);
      strikes = new Strikes(cluster, clients, regions, random);
      sampler = closer.register(new Sampler(cluster, clients, strikes, locks, results));
      vacuuming = closer.register(new Vacuuming(connection, tables, directory.create("vacuum")));
      checks = new Checks(connection, database, clients);
    } catch (IOException | RuntimeException e) {
      closer.close();
      throw e;
    }
  }

  /** Returns when the time is over, or a check has failed. */
  Outcome run() throws IOException {
    sampler.counted(locks.countCells());
    sampler.start(plan.samplePeriod());
    vacuuming.start(SoakPlan.minutes(plan.vacuumMinutes));
    Duration checkPeriod = SoakPlan.minutes(plan.checkMinutes);
    long end = System.nanoTime() + plan.time().toNanos();
    nextCheck = System.nanoTime() + checkPeriod.toNanos();
    while (failedChecks.isEmpty() && System.nanoTime() < end) {
      if (System.nanoTime() >= nextCheck) {
        check();
        clients.work();
        nextCheck = System.nanoTime() + checkPeriod.toNanos();
      } else {
        strike(Math.min(end, nextCheck));
      }
    }
    return end();
  }

  /** Waits, and then strikes, unless the next check is due before. */
  private void strike(long latest) throws IOException {
    long now = System.nanoTime();
    long pause =
        plan.strikeSeconds == 0
            ? Long.MAX_VALUE
            : random.nextLong(2 * Duration.ofSeconds(plan.strikeSeconds).toNanos());
    Interruption.sleep(Duration.ofNanos(Math.max(0, Math.min(pause, latest - now))));
    if (pause < latest - now) {
      strikes.strike();
    }
  }

  /** Checks, counts locks, and leaves the clients at rest. */
  private void check() throws IOException {
    clients.rest();
    Check check = checks.perform(sampler.seconds());
    check.broken().forEach(say);
    if (!check.isPassed()) {
      failedChecks.add("TPC-C at %.0f s: %s".formatted(check.atSecond(), check.summary()));
    }
    failedChecks.addAll(clients.broken());
    clients
        .lasting()
        .figures()
        .map(ClientFigures::wrong)
        .ifPresent(wrong -> failedChecks.add("A table of the lasting client: " + wrong));
    sampler.counted(locks.countCells());
    say.accept(
        "%.0f s: %s, %d commits so far"
            .formatted(sampler.seconds(), check.summary(), clients.counts().commits()));
  }

  /** Checks for the last time, settles all locks, and sums up. */
  private Outcome end() throws IOException {
    double seconds = sampler.seconds();
    if (failedChecks.isEmpty()) {
      check();
    }
    vacuuming.close();
    ClientFigures lasting = clients.lasting().figures().orElseThrow();
    var counts = clients.counts();
    sampler.close();
    clients.close();
    LeftLocks.dropTables(connection);
    long left = LeftLocks.settle(connection, tables);
    if (left > 0) {
      failedChecks.add(left + " locks cannot be settled");
    }
    return new Outcome(
        plan,
        environment,
        seconds,
        sampler.samples().size(),
        Judgement.of(sampler.samples()),
        List.copyOf(failedChecks),
        checks.done(),
        strikes.struck(),
        strikes.refused(),
        vacuuming.report(),
        counts,
        lasting.tables(),
        lasting.failedTables(),
        clients.replaced(),
        clients.lost());
  }

  List<Sample> samples() {
    return sampler.samples();
  }

  @Override
  public void close() throws IOException {
    closer.close();
  }
}
