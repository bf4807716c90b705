package io.rowlock.it.servers;

import io.rowlock.RowlockOptions;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Bank;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.servers.Ledger.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.hadoop.hbase.client.Connection;

/** Several clients that write to a {@link Ledger}, audit it, and read it raw, until closed. */
final class SteadyLoad implements AutoCloseable {

  static final Duration LEASE = Duration.ofSeconds(2);

  private static final int CLIENTS = 3;
  private static final int WRITERS = 6;
  private static final AtomicInteger RUNS = new AtomicInteger();

  private final Ledger ledger;
  private final int run = RUNS.incrementAndGet();
  private final List<Connection> connections = new ArrayList<>();
  private final List<TransactionManager> clients = new ArrayList<>();
  private final Crew crew = new Crew();
  private final Map<Outcome, AtomicInteger> told = new ConcurrentHashMap<>();
  private final AtomicIntegerArray commits = new AtomicIntegerArray(WRITERS);
  private final AtomicInteger audits = new AtomicInteger();
  private final long startNanos = System.nanoTime();
  private long lastCommitNanos = startNanos;
  private long longestGapNanos;
  private volatile boolean ending;

  private SteadyLoad(Ledger ledger) {
    this.ledger = ledger;
    for (Outcome outcome : Outcome.values()) {
      told.put(outcome, new AtomicInteger());
    }
  }

  static SteadyLoad start(EmbeddedHBase hbase, Ledger ledger) throws Exception {
    SteadyLoad load = new SteadyLoad(ledger);
    RowlockOptions options =
        RowlockOptions.builder().lease(LEASE).rpcTimeout(Duration.ofSeconds(3)).build();
    for (int i = 0; i < CLIENTS; i++) {
      Connection connection = hbase.connect();
      load.connections.add(connection);
      load.clients.add(TransactionManager.create(connection, options));
    }
    load.crew.start(WRITERS, load::write);
    load.crew.start(CLIENTS, load::audit);
    load.crew.start(1, reader -> load.readRaw());
    load.awaitProgress(Duration.ofSeconds(30));
    return load;
  }

  private void write(int thread) {
    Random random = new Random(run * 100L + thread);
    for (int i = 0; !ending; i++) {
      String entry = String.format("%d-%d-%d-%05d", i % 10, run, thread, i);
      Outcome outcome = ledger.transact(clients.get(thread % CLIENTS), random, entry);
      told.get(outcome).incrementAndGet();
      if (outcome == Outcome.COMMITTED) {
        commits.incrementAndGet(thread);
        noteCommit();
      }
    }
  }

  private synchronized void noteCommit() {
    long now = System.nanoTime();
    longestGapNanos = Math.max(longestGapNanos, now - lastCommitNanos);
    lastCommitNanos = now;
  }

  /** Counts failures other than conflicts, which do no harm: only existing sums are compared. */
  private void audit(int thread) {
    Bank.Reading[] ways = Bank.Reading.values();
    for (int i = 0; !ending; i++) {
      try {
        if (ledger.audit(clients.get(thread), i % Bank.GROUPS, ways[i % ways.length])) {
          audits.incrementAndGet();
        }
      } catch (IOException serversAreBusy) {
        told.get(Outcome.NOT_COMMITTED).incrementAndGet();
      }
    }
  }

  private void readRaw() throws IOException {
    while (!ending) {
      ledger.readRaw();
    }
  }

  /** Waits until every writer has committed some more transactions. */
  void awaitProgress(Duration patience) throws Exception {
    int[] before = new int[WRITERS];
    for (int i = 0; i < WRITERS; i++) {
      before[i] = commits.get(i);
    }
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      Await.until(
          "commits of writer " + i, patience, () -> commits.get(writer) >= before[writer] + 5);
    }
  }

  int commits() {
    return told.get(Outcome.COMMITTED).get();
  }

  /** Returns one line with the outcomes. */
  synchronized String report() {
    long conflicts = clients.stream().mapToLong(client -> client.counters().conflicts()).sum();
    return String.format(
        "%d commits, %d conflicts, %d not committed, %d unknown, %d audits,"
            + " %.1f s at most without a commit, %.1f s in total",
        commits(),
        conflicts,
        told.get(Outcome.NOT_COMMITTED).get(),
        told.get(Outcome.UNKNOWN).get(),
        audits.get(),
        longestGapNanos / 1e9,
        (System.nanoTime() - startNanos) / 1e9);
  }

  /** Stops the clients between two transactions. */
  void stop() throws Exception {
    ending = true;
    crew.join();
    for (TransactionManager client : clients) {
      client.close();
    }
  }

  @Override
  public void close() throws IOException {
    ending = true;
    crew.close();
    clients.forEach(TransactionManager::close);
    for (Connection connection : connections) {
      connection.close();
    }
  }
}
