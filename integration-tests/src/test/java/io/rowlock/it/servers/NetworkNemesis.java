package io.rowlock.it.servers;

import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.Network;
import io.rowlock.it.kit.faults.WireCall;
import io.rowlock.it.kit.faults.WireCall.Kind;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Strikes requests of clients at random, and clients themselves: clients pause past their lease, or
 * are gone at a request and are replaced.
 */
final class NetworkNemesis implements AutoCloseable {

  /**
   * The relative frequency of each fault. The answers of a server that has lost its region are
   * excluded: they are HBase's own limit.
   */
  private static final Map<Fault, Integer> WEIGHTS =
      new EnumMap<>(
          Map.of(
              Fault.LOSE_REQUEST, 20,
              Fault.LOSE_REPLY, 30,
              Fault.DELAY, 20,
              Fault.DELIVER_LATE, 20,
              Fault.DELIVER_TWICE, 20,
              Fault.REPEAT_LATE, 20,
              Fault.REFUSE_AS_STALE, 10,
              Fault.PAUSE, 4,
              Fault.STOP_BEFORE, 2,
              Fault.STOP_AFTER, 2));

  private static final List<Fault> FAULTS =
      WEIGHTS.entrySet().stream()
          .flatMap(fault -> Collections.nCopies(fault.getValue(), fault.getKey()).stream())
          .toList();

  private static final Duration LONGEST_INTERVAL = Duration.ofMillis(250);

  private final HistoryLoad load;
  private final Random random;
  private final Map<Fault, Integer> struck =
      Collections.synchronizedMap(new EnumMap<>(Fault.class));
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(4);
  private final Set<Network> pausing = ConcurrentHashMap.newKeySet();
  private final Queue<Future<?>> replacements = new ConcurrentLinkedQueue<>();
  private int deliveredLate;
  private volatile boolean ending;
  private Future<?> running;

  NetworkNemesis(HistoryLoad load, long seed) {
    this.load = load;
    this.random = new Random(seed);
  }

  void start() {
    running = threads.submit(this::rage);
  }

  private Void rage() throws Exception {
    while (!ending) {
      TimeUnit.NANOSECONDS.sleep(random.nextLong(LONGEST_INTERVAL.toNanos()));
      int client = random.nextInt(HistoryLoad.CLIENTS);
      Network network = load.network(client);
      if (random.nextInt(6) == 0) {
        deliveredLate += network.deliverLate();
      } else {
        strike(client, network, FAULTS.get(random.nextInt(FAULTS.size())));
      }
    }
    return null;
  }

  private void strike(int client, Network network, Fault fault) {
    // Of two pauses, only the first one would be reported and ended.
    if (fault == Fault.PAUSE && !pausing.add(network)) {
      return;
    }
    Kind kind = random.nextInt(3) == 0 ? Kind.READ : Kind.WRITE;
    network.when(call -> fault == Fault.REFUSE_AS_STALE ? isPut(call) : call.kind() == kind, fault);
    long pause = random.nextLong(2 * HistoryLoad.LEASE.toMillis());
    var unused =
        network
            .struckBy(fault)
            .thenRun(
                () -> {
                  struck.merge(fault, 1, Integer::sum);
                  follow(fault, client, network, pause);
                });
  }

  private static boolean isPut(WireCall call) {
    return call.kind() == Kind.WRITE && call.durability().isPresent();
  }

  private void follow(Fault fault, int client, Network network, long pause) {
    if (fault == Fault.PAUSE) {
      var unused = threads.schedule(() -> resume(network), pause, TimeUnit.MILLISECONDS);
    } else if (fault == Fault.STOP_BEFORE || fault == Fault.STOP_AFTER) {
      replacements.add(threads.submit(() -> load.replace(client, network)));
    }
  }

  private void resume(Network network) {
    network.resume();
    pausing.remove(network);
  }

  /** Ends the strikes. */
  void stop() throws Exception {
    ending = true;
    running.get();
    for (int client = 0; client < HistoryLoad.CLIENTS; client++) {
      load.network(client).heal();
    }
    threads.shutdown();
    if (!threads.awaitTermination(60, TimeUnit.SECONDS)) {
      throw new AssertionError("Clients are still being replaced");
    }
    for (Future<?> replacement : replacements) {
      var unused = replacement.get();
    }
    for (int client = 0; client < HistoryLoad.CLIENTS; client++) {
      Network network = load.network(client);
      if (network.isStopped()) {
        var unused = load.replace(client, network);
      }
    }
  }

  Map<Fault, Integer> struck() {
    return struck;
  }

  int deliveredLate() {
    return deliveredLate;
  }

  @Override
  public void close() {
    ending = true;
    threads.shutdownNow();
  }
}
