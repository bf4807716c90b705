package io.rowlock.it.acid;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.layout.Relation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hbase.thirdparty.com.google.common.io.Closer;

/**
 * Clients at work, of which some are killed, and a region server with them: a third of the time
 * after the begin one client, at the half of it the region server and another client, and at the
 * end the one that has come for the first. One is left alone.
 */
final class Crash implements AutoCloseable {
  /** The limit for the start of a client, or its progress after the death of a server. */
  private static final Duration START = Duration.ofMinutes(2);

  private static final Duration STEP = Duration.ofMillis(200);
  private static final int STEPS_OF_A_LINE = 25;

  /** The extra time of clients to be killed, which must not end before. */
  private static final Duration MORE = Duration.ofMinutes(10);

  /** The time for the spared client to finish its last transactions. */
  private static final Duration END = Duration.ofMinutes(2);

  /** The limit for the recovery from the death of a region server. */
  private static final long SERVER_MILLIS = 120_000;

  private final EmbeddedHBase hbase;
  private final AcidPlan plan;
  private final Layout layout;
  private final Path directory;
  private final PrintWriter err;
  private final List<RunProcess> clients = new ArrayList<>();
  private int killed;

  Crash(EmbeddedHBase hbase, AcidPlan plan, Layout layout, Path directory, PrintWriter err) {
    this.hbase = hbase;
    this.plan = plan;
    this.layout = layout;
    this.directory = directory;
    this.err = err;
  }

  /** Returns the spared client after its end. */
  RunProcess run() throws IOException {
    Duration time = Duration.ofSeconds(plan.time);
    RunProcess first = start(time.plus(MORE));
    RunProcess second = start(time.plus(MORE));
    RunProcess spared = start(time);
    awaitWork(List.of(first, second, spared));
    letPass(time.dividedBy(3));
    kill(first);
    RunProcess third = start(time.plus(MORE));
    letPass(time.dividedBy(6));
    killServerAnd(second);
    awaitWork(List.of(third));
    letPass(time.dividedBy(2));
    kill(third);
    say("waiting for the client that was left alone");
    if (!spared.hasEndedWithin(END)) {
      throw new IOException(spared + " does not come to its end");
    }
    return spared;
  }

  private void killServerAnd(RunProcess client) throws IOException {
    say("killing a region server");
    killServer();
    kill(client);
  }

  /**
   * Kills the one that has orders, without a chance to close its regions or its log; another one is
   * started in its place. Returns when all regions are served again.
   */
  private void killServer() throws IOException {
    MiniHBaseCluster cluster = hbase.utility().getMiniHBaseCluster();
    TableName orders = layout.table(Relation.ORDERS);
    HRegion region =
        cluster.getRegions(orders).stream()
            .reduce((one, other) -> other)
            .orElseThrow(() -> new IOException("Nobody serves " + orders));
    ServerName victim =
        cluster.getServerHoldingRegion(orders, region.getRegionInfo().getRegionName());
    var unused = cluster.startRegionServer();
    cluster.killRegionServer(victim);
    cluster.waitForRegionServerToStop(victim, SERVER_MILLIS);
    hbase.utility().waitUntilNoRegionsInTransition(SERVER_MILLIS);
  }

  private RunProcess start(Duration time) throws IOException {
    Path place = directory.resolve("client-" + (clients.size() + 1));
    RunProcess client = RunProcess.start(hbase.configuration(), layout, plan.mode, time, place);
    clients.add(client);
    return client;
  }

  /** The number of terminals without an answer to their last transaction. */
  int killedTerminals() {
    return killed * RunProcess.THREADS;
  }

  List<Path> ledgers() {
    return clients.stream().map(RunProcess::file).toList();
  }

  private void kill(RunProcess client) throws IOException {
    if (!client.kill()) {
      throw new IOException(client + " has ended before it was killed");
    }
    killed++;
    say("killed " + client);
  }

  private void awaitWork(List<RunProcess> some) throws IOException {
    long deadline = System.nanoTime() + START.toNanos();
    for (RunProcess client : some) {
      long before = client.written();
      while (client.written() <= before + 1_000) {
        if (!client.isAlive() || System.nanoTime() > deadline) {
          throw new IOException(client + " does not get to work");
        }
        Interruption.sleep(STEP);
      }
    }
  }

  private void letPass(Duration time) throws IOException {
    long end = System.nanoTime() + time.toNanos();
    for (int step = 0; System.nanoTime() < end; step++) {
      if (step % STEPS_OF_A_LINE == 0) {
        long kilobytes = 0;
        for (RunProcess client : clients) {
          kilobytes += client.written() / 1_024;
        }
        say("clients at work, " + kilobytes + " KB of ledgers");
      }
      Interruption.sleep(STEP);
    }
  }

  private void say(String what) {
    err.println("bench tpcc acid, durability, " + layout.name() + ": " + what);
  }

  @Override
  public void close() throws IOException {
    Closer all = Closer.create();
    clients.forEach(all::register);
    all.close();
  }
}
