package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.servers.HalfWay.Stop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.conf.ConfigurationObserver;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.util.JVMClusterUtil.RegionServerThread;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Servers die, hang, return and are overloaded while clients work. */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("verify-all")
class ServerFaultsIT {

  private static final int REGION_SERVERS = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private EmbeddedHBase hbase;
  private Connection connection;
  private FaultRun run;
  private AsyncConnection asyncConnection;
  private AsyncTable<?> once;

  @BeforeAll
  void start() throws Exception {
    hbase = EmbeddedHBase.start(REGION_SERVERS, HBaseExtension.SETTINGS);
    connection = hbase.connect();
    run = FaultRun.prepare(hbase, connection);
    asyncConnection = ConnectionFactory.createAsyncConnection(hbase.configuration()).get();
    once = asyncConnection.getTableBuilder(accounts()).setMaxAttempts(1).build();
  }

  @AfterAll
  void stop() throws IOException {
    asyncConnection.close();
    connection.close();
    hbase.close();
  }

  @Test
  void transfersSurviveAbortOfRegionServer() throws Exception {
    run.underLoad("region server aborts", () -> new Servers(hbase).abortOneOf(accounts()));
  }

  /**
   * All servers abort in the middle of six commits: for each kind of stop, one owner resumes and
   * one dies.
   */
  @Test
  void commitIsAtomicWhenAllRegionServersAbort() throws Exception {
    Stop[] stops = Stop.values();
    CyclicBarrier allStopped = new CyclicBarrier(2 * stops.length, this::abortAll);
    HalfWay.Event abort =
        (on, by, table) -> {
          int unused = allStopped.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        };
    try (Crew crew = new Crew()) {
      List<Future<Boolean>> owners = new ArrayList<>();
      for (Stop stop : stops) {
        owners.add(
            crew.start(() -> new HalfWay(hbase, connection, accounts()).resumeOwner(stop, abort)));
      }
      crew.start(
          stops.length, i -> new HalfWay(hbase, connection, accounts()).killOwner(stops[i], abort));
      for (int i = 0; i < stops.length; i++) {
        boolean committed = Crew.get(owners.get(i));
        System.out.printf("all servers abort %s: committed in the end: %s%n", stops[i], committed);
      }
      crew.join();
    }
  }

  private void abortAll() {
    try {
      List<RegionServerThread> old = List.copyOf(cluster().getLiveRegionServerThreads());
      for (int i = 0; i < REGION_SERVERS; i++) {
        cluster().startRegionServer();
      }
      old.forEach(server -> server.getRegionServer().abort("injected by the test"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void transfersSurviveKilledRegionServer() throws Exception {
    run.underLoad(
        "region server killed (kill -9)",
        () -> {
          try (RegionServerProcess victim = RegionServerProcess.start(hbase, connection)) {
            victim.take(connection, accounts(), 2);
            victim.kill();
            victim.awaitReplaced(connection, accounts());
          }
        });
  }

  /**
   * The server returns after other servers serve its regions, and still treats them as its own: it
   * must refuse writes, and its absence must lose nothing. It may answer reads with old data until
   * it notices: HBase's own limit, so audits of that time are only counted.
   */
  @Test
  void transfersSurviveSuspendedRegionServer() throws Exception {
    run.underLoad(
        "region server suspended past its session and resumed",
        () -> {
          try (RegionServerProcess zombie = RegionServerProcess.start(hbase, connection)) {
            zombie.take(connection, accounts(), 2);
            zombie.suspend();
            zombie.awaitReplaced(connection, accounts());
            long resumed = System.nanoTime();
            zombie.resume();
            Await.until("the server has noticed and ended", PATIENCE, () -> !zombie.isAlive());
            run.ledger().noteZombie(resumed, System.nanoTime());
          }
        });
  }

  @Test
  void transfersSurviveFullCallQueues() throws Exception {
    run.underLoad(
        "call queues full",
        () -> {
          try {
            for (int i = 0; i < 5; i++) {
              limitQueues(0);
              Await.until("the server rejects a call", PATIENCE, this::isTurnedAway);
              limitQueues(1);
              Await.until("the server accepts a call", PATIENCE, () -> !isTurnedAway());
            }
          } finally {
            limitQueues(HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT * 10);
          }
        });
  }

  /** Makes all region servers reject calls when so many are waiting for a handler. */
  private void limitQueues(int calls) {
    for (RegionServerThread server : cluster().getLiveRegionServerThreads()) {
      HRegionServer running = server.getRegionServer();
      Configuration configuration = new Configuration(running.getConfiguration());
      configuration.setInt("hbase.ipc.server.max.callqueue.length", calls);
      ((ConfigurationObserver) running.getRpcServer()).onConfigurationChange(configuration);
    }
  }

  private boolean isTurnedAway() throws Exception {
    try {
      boolean unused = once.exists(Rows.get("any")).get();
      return false;
    } catch (ExecutionException e) {
      assertThat(e).hasStackTraceContaining(CallQueueTooBigException.class.getName());
      return true;
    }
  }

  @Test
  void transfersSurviveFailoverOfMaster() throws Exception {
    run.underLoad(
        "master aborts, another one takes over", () -> new Servers(hbase).failOverMaster());
  }

  private MiniHBaseCluster cluster() {
    return hbase.utility().getMiniHBaseCluster();
  }

  private TableName accounts() {
    return run.ledger().tables().get(0);
  }
}
