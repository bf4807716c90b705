package io.rowlock.it.servers;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Compactions;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.Regions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Strikes regions and servers at random, one strike after the other, in rounds that contain each
 * kind at least once. Prints each strike.
 */
final class Nemesis {

  /** The kinds of strikes, and their number in a round. */
  enum Strike {
    MOVE(4),
    SPLIT(2),
    MERGE(2),
    FLUSH(2),
    MAJOR_COMPACTION(1),
    KILL_SERVER(1),
    KILL_SERVER_PROCESS(1),
    FAIL_OVER_MASTER(1);

    private final int perRound;

    Strike(int perRound) {
      this.perRound = perRound;
    }
  }

  /** Chooses the rows at which regions are split. */
  @FunctionalInterface
  interface SplitPoints {
    byte[] next(Random random);
  }

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /** Additional time for kinds that HBase has refused so far. */
  private static final Duration LONGEST_OVERTIME = Duration.ofMinutes(3);

  private final EmbeddedHBase hbase;
  private final Connection connection;
  private final List<TableName> tables;
  private final SplitPoints splitPoints;
  private final Random random;
  private final Regions regions;
  private final Servers servers;
  private final Map<Strike, Integer> struck = new EnumMap<>(Strike.class);
  private final long startNanos = System.nanoTime();
  private final Crew crew = new Crew();
  private Future<RegionServerProcess> nextVictim;
  private int refused;

  Nemesis(
      EmbeddedHBase hbase,
      Connection connection,
      List<TableName> tables,
      SplitPoints splitPoints,
      long seed) {
    this.hbase = hbase;
    this.connection = connection;
    this.tables = tables;
    this.splitPoints = splitPoints;
    this.random = new Random(seed);
    this.regions = new Regions(hbase, connection);
    this.servers = new Servers(hbase);
  }

  /** Strikes until the time is over and each kind has struck. */
  void strikeFor(Duration time) throws Exception {
    startVictim();
    try {
      while (!isOver(time) || (isAnyMissing() && !isOver(time.plus(LONGEST_OVERTIME)))) {
        performRound(time);
      }
    } finally {
      Crew.get(nextVictim).close();
      crew.close();
    }
  }

  private boolean isAnyMissing() {
    return struck.size() < Strike.values().length;
  }

  /** Starts the next process to be killed, because its start takes long. */
  private void startVictim() {
    nextVictim = crew.start(() -> RegionServerProcess.start(hbase, connection));
  }

  private List<Strike> round() {
    List<Strike> round = new ArrayList<>();
    for (Strike strike : Strike.values()) {
      round.addAll(Collections.nCopies(strike.perRound, strike));
    }
    Collections.shuffle(round, random);
    return round;
  }

  private void performRound(Duration time) throws Exception {
    for (Strike strike : round()) {
      if (!isOver(time) || !struck.containsKey(strike)) {
        pause();
        perform(strike);
      }
    }
  }

  private boolean isOver(Duration time) {
    return System.nanoTime() - startNanos > time.toNanos();
  }

  private void pause() {
    LockSupport.parkNanos(random.nextLong(LONGEST_PAUSE.toNanos()));
  }

  private void perform(Strike strike) throws Exception {
    TableName table = tables.get(random.nextInt(tables.size()));
    long start = System.nanoTime();
    String end;
    try {
      end = strike(strike, table);
      struck.merge(strike, 1, Integer::sum);
    } catch (IOException | ExecutionException | TimeoutException e) {
      refused++;
      end = "refused: " + e;
    }
    System.out.printf(
        "%7.1f s  %s, %s: %s; took %.1f s%n",
        (start - startNanos) / 1e9, strike, table, end, (System.nanoTime() - start) / 1e9);
  }

  /** Strikes, and returns a description of the result. */
  private String strike(Strike strike, TableName table) throws Exception {
    switch (strike) {
      case MOVE -> {
        return move(table);
      }
      case SPLIT -> regions.split(table, splitPoints.next(random));
      case MERGE -> merge(table);
      case FLUSH -> Compactions.FLUSH.run(hbase, table);
      case MAJOR_COMPACTION -> Compactions.FLUSH_AND_MAJOR_COMPACTION.run(hbase, table);
      case KILL_SERVER -> servers.killOneOf(table);
      case KILL_SERVER_PROCESS -> killProcess(table);
      case FAIL_OVER_MASTER -> servers.failOverMaster();
    }
    return regions.of(table).size() + " regions now";
  }

  private void merge(TableName table) throws Exception {
    int neighbours = regions.of(table).size() - 1;
    if (neighbours == 0) {
      throw new IOException("There is nothing to merge the only region with");
    }
    regions.mergeTwoFrom(random.nextInt(neighbours), table);
  }

  private String move(TableName table) throws IOException {
    List<RegionInfo> all = regions.of(table);
    RegionInfo region = all.get(random.nextInt(all.size()));
    try (Admin admin = connection.getAdmin()) {
      List<ServerName> targets = List.copyOf(admin.getRegionServers());
      ServerName target = targets.get(random.nextInt(targets.size()));
      if (!regions.move(region, target)) {
        throw new IOException("In transition: " + region);
      }
      return region.getRegionNameAsString() + " to " + target;
    }
  }

  private void killProcess(TableName table) throws Exception {
    try (RegionServerProcess victim = Crew.get(nextVictim)) {
      startVictim();
      victim.take(connection, table, 1);
      victim.kill();
      victim.awaitReplaced(connection, table);
    }
  }

  Map<Strike, Integer> struck() {
    return struck;
  }

  /** The number of strikes that HBase refused. */
  int refused() {
    return refused;
  }
}
