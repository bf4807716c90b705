package io.rowlock.it.servers;

import io.rowlock.RetryPolicy;
import io.rowlock.RowlockOptions;
import io.rowlock.history.HistoryTransaction.Outcome;
import io.rowlock.it.history.HistoryClient;
import io.rowlock.it.history.Keys;
import io.rowlock.it.history.RawReader;
import io.rowlock.it.history.TransactionLog;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.faults.Network;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;

/**
 * Clients with several threads and separate networks, which run random transactions until closed,
 * and a raw reader. Killed clients are replaced.
 */
final class HistoryLoad implements AutoCloseable {

  static final int CLIENTS = 3;
  static final int THREADS = 9;
  static final Duration LEASE = Duration.ofSeconds(2);

  private static final Duration RAW_READER_RESTS = Duration.ofMillis(10);

  /**
   * A single transaction and a series of attempts wait little longer than a lease. So few rows are
   * enough for a long reader that one transaction in ten reads a snapshot.
   */
  static final RowlockOptions OPTIONS =
      RowlockOptions.builder()
          .lease(LEASE)
          .maxRows(8)
          .rpcTimeout(Duration.ofSeconds(3))
          .operationTimeout(Duration.ofSeconds(10))
          .retryPolicy(
              RetryPolicy.ofDefaults().toBuilder().maxElapsed(Duration.ofSeconds(5)).build())
          .build();

  private final Configuration configuration;
  private final FaultyClient[] clients = new FaultyClient[CLIENTS];
  private final List<FaultyClient> dead = new CopyOnWriteArrayList<>();
  private final Thread[] workers = new Thread[THREADS];
  private final FaultyClient[] using = new FaultyClient[THREADS];
  private final AtomicIntegerArray commits = new AtomicIntegerArray(THREADS);
  private final Crew crew = new Crew();
  private volatile boolean ending;

  private HistoryLoad(Configuration configuration) {
    this.configuration = configuration;
  }

  static HistoryLoad start(
      Configuration configuration, Keys keys, TransactionLog log, RawReader raw, long seed)
      throws IOException {
    HistoryLoad load = new HistoryLoad(configuration);
    for (int i = 0; i < CLIENTS; i++) {
      load.clients[i] = load.client();
    }
    load.crew.start(
        THREADS,
        thread -> load.work(thread, new HistoryClient(thread, keys, log, seed * 31 + thread)));
    load.crew.start(
        1,
        reader -> {
          while (!load.ending) {
            raw.read();
            LockSupport.parkNanos(RAW_READER_RESTS.toNanos());
          }
        });
    return load;
  }

  private FaultyClient client() throws IOException {
    return new FaultyClient(configuration, OPTIONS);
  }

  private void work(int thread, HistoryClient history) {
    workers[thread] = Thread.currentThread();
    while (!ending) {
      FaultyClient client = client(thread % CLIENTS);
      using[thread] = client;
      Outcome outcome = history.transact(client.transactions());
      if (outcome == Outcome.OK) {
        commits.incrementAndGet(thread);
      }
    }
  }

  private synchronized FaultyClient client(int number) {
    return clients[number];
  }

  Network network(int client) {
    return client(client).network();
  }

  /** Replaces a client that is gone. */
  Void replace(int number, Network gone) throws IOException {
    FaultyClient old = client(number);
    if (old.network() == gone) {
      FaultyClient young = client();
      synchronized (this) {
        clients[number] = young;
        dead.add(old);
      }
      old.close();
    }
    return null;
  }

  int killed() {
    return dead.size();
  }

  /** Waits until every thread has committed some more transactions. */
  void awaitProgress(Duration patience) throws Exception {
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      int before = commits.get(i);
      try {
        Await.until("commits of thread " + i, patience, () -> commits.get(thread) > before + 2);
      } catch (AssertionError stuck) {
        stuck.addSuppressed(whereItStands(thread));
        throw stuck;
      }
    }
  }

  private Throwable whereItStands(int thread) {
    Throwable place = new Throwable("its client is gone: " + dead.contains(using[thread]));
    place.setStackTrace(workers[thread].getStackTrace());
    return place;
  }

  /** Stops the clients between two transactions; they stay connected. */
  void stop() throws Exception {
    ending = true;
    crew.join();
    for (FaultyClient client : clients) {
      client.drain();
    }
  }

  /** Delivers the late requests. */
  void deliverLate() {
    for (FaultyClient client : clients) {
      int unused = client.network().deliverLate();
    }
  }

  @Override
  public void close() throws IOException {
    ending = true;
    crew.close();
    for (FaultyClient client : clients) {
      if (client != null) {
        client.close();
      }
    }
  }
}
