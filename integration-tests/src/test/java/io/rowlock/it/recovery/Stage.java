package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.internal.protocol.lock.DecodedLock.State;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.FaultyClient.Outcome;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.faults.Fault;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;

/** The table and the clients of a scripted interleaving. */
final class Stage implements AutoCloseable {

  /** The lease of clients that settle the locks of others. */
  static final Duration SHORT = Duration.ofMillis(300);

  /** The lease of clients that respect the locks of others for a whole script. */
  static final Duration LONG = Duration.ofMinutes(1);

  private static final Duration LOCK_WAIT = Duration.ofMillis(100);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Connection connection;
  private final TableName table;
  private final Table raw;
  private final List<FaultyClient> clients = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  Stage(Connection connection, TableName table) throws IOException {
    this.connection = connection;
    this.table = table;
    this.raw = connection.getTable(table);
  }

  /** Creates a client that treats locks as abandoned after {@code lease}. */
  FaultyClient client(Duration lease) throws IOException {
    RowlockOptions options = RowlockOptions.builder().lease(lease).lockWait(LOCK_WAIT).build();
    FaultyClient client = new FaultyClient(connection.getConfiguration(), options);
    clients.add(client);
    return client;
  }

  /** The table as a transaction sees it. */
  Table in(Transaction tx) {
    return tx.table(table);
  }

  Connection connection() {
    return connection;
  }

  TableName table() {
    return table;
  }

  Table raw() {
    return raw;
  }

  /** Commits a value to each of some rows, and waits for the background work. */
  void put(FaultyClient client, String value, String... rows) throws IOException {
    Outcome outcome = client.attempt(tx -> putAll(tx, value, rows));
    assertThat(outcome).isEqualTo(Outcome.COMMITTED);
    client.drain();
  }

  void putAll(Transaction tx, String value, String... rows) throws IOException {
    for (String row : rows) {
      in(tx).put(Rows.put(row, value));
    }
  }

  /** Returns the value that a new transaction reads in its first attempt. */
  Optional<String> read(FaultyClient client, String row) throws IOException {
    List<String> values = new ArrayList<>();
    Outcome outcome = client.attempt(tx -> values.add(String.valueOf(Rows.text(in(tx), row))));
    return outcome == Outcome.COMMITTED ? Optional.of(values.get(0)) : Optional.empty();
  }

  /** Starts one attempt of a client on its own thread. */
  Future<Outcome> start(FaultyClient client, Work work) {
    return threads.submit(() -> client.attempt(work::run));
  }

  /** The work of a transaction. */
  interface Work {
    void run(Transaction tx) throws IOException;
  }

  /** Waits until a fault strikes a client. */
  static void awaitFault(FaultyClient client, Fault fault) throws Exception {
    var unused = client.network().struckBy(fault).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** Resumes a paused client and waits for its end. */
  static Outcome resume(FaultyClient client, Future<Outcome> running) throws Exception {
    client.network().resume();
    Outcome outcome = running.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    client.drain();
    return outcome;
  }

  /** Reads the rows with another client until no lock is left. */
  void settle(FaultyClient reader, String... rows) throws Exception {
    Await.until(
        "locks settled by reading",
        PATIENCE,
        () -> {
          for (String row : rows) {
            var unused = read(reader, row);
          }
          return Locks.unsettled(connection, table).isEmpty();
        });
  }

  /** Returns the primary of a committed transaction that is not settled yet. */
  String committedPrimary() throws IOException {
    return Locks.unsettled(connection, table).entrySet().stream()
        .filter(lock -> lock.getValue().state() == State.COMMITTED)
        .findFirst()
        .orElseThrow()
        .getKey();
  }

  /** Asserts that all rows match the outcome, or that all are old or all new if it is unknown. */
  void assertAllOrNothing(Outcome outcome, String before, String after, String... rows)
      throws Exception {
    FaultyClient reader = client(SHORT);
    List<String> values = new ArrayList<>();
    for (String row : rows) {
      Await.until("can read " + row, PATIENCE, () -> read(reader, row).isPresent());
      values.add(read(reader, row).orElseThrow());
    }
    String expected =
        switch (outcome) {
          case COMMITTED -> after;
          case NOT_COMMITTED -> before;
          case UNKNOWN, GONE -> values.get(0);
        };
    assertThat(values).as("%s, reported: %s", List.of(rows), outcome).containsOnly(expected);
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    for (FaultyClient client : clients) {
      client.close();
    }
    raw.close();
  }
}
