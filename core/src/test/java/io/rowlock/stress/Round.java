package io.rowlock.stress;

import io.rowlock.RetryPolicy;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.history.Anomaly;
import io.rowlock.history.HistoryChecker;
import io.rowlock.history.HistoryRecorder;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.MemoryCluster;
import io.rowlock.stress.Call.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.Result;

/** Transactions of some processes on new rows, and what must hold when they have ended. */
final class Round implements AutoCloseable {

  private static final int PROCESSES = 3;
  private static final int USERS = 12;
  private static final int CALLS_OF_A_USER = 40;

  /** A machine is never so slow; a call that lasts longer hangs. */
  private static final long PATIENCE_SECONDS = 300;

  private final MemoryCluster cluster = new MemoryCluster();
  private final UnreliableNetwork network = new UnreliableNetwork();
  private final ExecutorService users = Executors.newCachedThreadPool(Threads.named("user"));
  private final List<ClientProcess> processes = new ArrayList<>();
  private final HistoryRecorder recorder = new HistoryRecorder(System::nanoTime);
  private final Map<Outcome, AtomicInteger> outcomes = new ConcurrentHashMap<>();
  private final AtomicInteger tokens = new AtomicInteger();

  /**
   * Creates a round that has not begun.
   *
   * @param regions of the table; 0 if the rows of a region are not known
   */
  Round(int regions) {
    cluster.createTable(Lists.TABLE, Lists.FAMILY);
    for (int i = 0; i < PROCESSES; i++) {
      InMemoryRowStore store = new InMemoryRowStore(cluster, network, Runnable::run);
      processes.add(new ClientProcess(new SomeRegions(store, regions), users));
    }
  }

  /** Runs all transactions; returns how many had which outcome. */
  Map<Outcome, AtomicInteger> play() throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int user = 0; user < USERS; user++) {
      int number = user;
      all.add(users.submit(() -> callOften(number)));
    }
    for (Future<?> one : all) {
      await(one);
    }
    network.calmDown();
    return outcomes;
  }

  private Void callOften(int user) throws Exception {
    TransactionManager manager = processes.get(user % PROCESSES).manager();
    for (int i = 0; i < CALLS_OF_A_USER; i++) {
      Outcome outcome = new Call(tokens.incrementAndGet()).run(manager, recorder.begin(user));
      outcomes.computeIfAbsent(outcome, none -> new AtomicInteger()).incrementAndGet();
    }
    return null;
  }

  private static void await(Future<?> user) throws Exception {
    try {
      user.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError("A transaction hangs", late);
    }
  }

  /**
   * Returns what contradicts strict serializability, or the counts of tokens; empty for nothing.
   */
  List<String> contradictions() throws IOException {
    List<String> found = new ArrayList<>();
    Map<String, List<Long>> lists = new TreeMap<>();
    for (int row = 0; row < Lists.ROWS; row++) {
      Result last = read(row);
      List<Long> tokens = Lists.tokens(last);
      lists.put(Lists.key(row), tokens);
      if (tokens.stream().distinct().count() < tokens.size()) {
        found.add("a token is twice in row " + row + ": " + tokens);
      }
      if (Lists.number(last) != tokens.size()) {
        found.add("row " + row + " counts " + Lists.number(last) + " of " + tokens.size());
      }
    }
    HistoryChecker.check(recorder.history(lists)).stream()
        .map(Anomaly::toString)
        .forEach(found::add);
    return found;
  }

  private Result read(int row) throws IOException {
    TransactionSettings patient =
        TransactionSettings.builder()
            .retryPolicy(
                RetryPolicy.builder()
                    .maxAttempts(1_000)
                    .maxElapsed(Duration.ofSeconds(PATIENCE_SECONDS))
                    .build())
            .build();
    return processes
        .get(0)
        .manager()
        .call(patient, transaction -> transaction.table(Lists.TABLE).get(Lists.get(row)));
  }

  /** Waits until nothing is left behind; returns what stays. */
  List<String> leftovers() throws IOException {
    for (ClientProcess process : processes) {
      process.manager().drain();
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    List<String> left = Leftovers.of(managers());
    while (!left.isEmpty() && System.nanoTime() < end) {
      CompletableFuture.runAsync(
              () -> {}, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS))
          .join();
      left = Leftovers.of(managers());
    }
    return left;
  }

  private Object[] managers() {
    return processes.stream().map(ClientProcess::manager).toArray();
  }

  @Override
  public void close() {
    processes.forEach(ClientProcess::close);
    network.close();
    users.shutdown();
  }
}
