package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Clients that move amounts between the accounts of two tables, each with a receipt in the table of
 * the receiver, until closed. They go on whatever happens to the tables.
 */
final class Transfers implements AutoCloseable {

  private static final int ACCOUNTS = 20;
  private static final long BALANCE = 1000;
  private static final Duration AFTER_FAILURE = Duration.ofMillis(20);

  /** What a client was told. */
  enum Outcome {
    COMMITTED,
    NOT_COMMITTED,
    UNKNOWN
  }

  /** One transfer. */
  private record Transfer(
      String id, TableName from, TableName to, int source, int target, long amount) {}

  private final Connection connection;
  private final List<TableName> tables;
  private final TransactionManager transactions;
  private final Map<Transfer, Outcome> outcomes = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final Crew crew = new Crew();
  private volatile boolean isEnding;
  private volatile String lastFailure = "none";
  private volatile boolean isToldOfDisabling;

  private Transfers(Connection connection, List<TableName> tables) throws IOException {
    this.connection = connection;
    this.tables = tables;
    this.transactions = TransactionManager.create(connection);
  }

  /** Opens the accounts and starts the clients. */
  static Transfers start(Connection connection, int clients, TableName... tables)
      throws IOException {
    Transfers transfers = new Transfers(connection, List.of(tables));
    transfers.openAccounts();
    transfers.crew.start(clients, transfers::run);
    return transfers;
  }

  private static String account(int number) {
    return "a-%02d".formatted(number);
  }

  private void openAccounts() throws IOException {
    transactions.run(
        tx -> {
          for (TableName table : tables) {
            for (int number = 0; number < ACCOUNTS; number++) {
              tx.table(table).put(Rows.put(account(number), BALANCE));
            }
          }
        });
  }

  private void run(int client) {
    Random random = new Random(client);
    for (int i = 0; !isEnding; i++) {
      Transfer transfer =
          new Transfer(
              "r-%d-%06d".formatted(client, i),
              tables.get(random.nextInt(tables.size())),
              tables.get(random.nextInt(tables.size())),
              random.nextInt(ACCOUNTS / 2),
              ACCOUNTS / 2 + random.nextInt(ACCOUNTS / 2),
              random.nextLong(1, 50));
      note(transfer, outcome(transfer));
    }
  }

  private void note(Transfer transfer, Outcome outcome) {
    outcomes.put(transfer, outcome);
    for (TableName table : new HashSet<>(List.of(transfer.from(), transfer.to()))) {
      counts.computeIfAbsent(table + "" + outcome, key -> new LongAdder()).increment();
    }
    if (outcome != Outcome.COMMITTED) {
      LockSupport.parkNanos(AFTER_FAILURE.toNanos());
    }
  }

  private Outcome outcome(Transfer transfer) {
    try {
      transactions.run(tx -> make(transfer, tx));
      return Outcome.COMMITTED;
    } catch (CommitOutcomeUnknownException unknown) {
      lastFailure = unknown.toString();
      return Outcome.UNKNOWN;
    } catch (IOException surelyNot) {
      lastFailure = surelyNot.toString();
      if (lastFailure.contains("RowlockOperations.disable")) {
        isToldOfDisabling = true;
      }
      return Outcome.NOT_COMMITTED;
    }
  }

  private static void make(Transfer transfer, Transaction tx) throws IOException {
    Table from = tx.table(transfer.from());
    Table to = tx.table(transfer.to());
    long left = Rows.number(from, account(transfer.source())) - transfer.amount();
    long more = Rows.number(to, account(transfer.target())) + transfer.amount();
    from.put(Rows.put(account(transfer.source()), left));
    to.put(Rows.put(account(transfer.target()), more));
    to.put(Rows.put(transfer.id(), transfer.amount()));
  }

  /** Returns how many transfers with a row in the table have ended like this. */
  long count(TableName table, Outcome outcome) {
    LongAdder count = counts.get(table + "" + outcome);
    return count == null ? 0 : count.sum();
  }

  /** Returns whether a client was refused because a table was being disabled. */
  boolean isToldOfDisabling() {
    return isToldOfDisabling;
  }

  String lastFailure() {
    return lastFailure;
  }

  /**
   * Checks that the receipts of ended transfers are as their clients were told.
   *
   * @param settled tables without locks of committed transfers
   */
  void checkReceipts(TableName... settled) throws IOException {
    Map<Transfer, Outcome> told = Map.copyOf(outcomes);
    for (TableName name : settled) {
      try (Table table = connection.getTable(name)) {
        Map<String, Long> receipts = new ConcurrentHashMap<>();
        // A receipt that was rolled back leaves a lock.
        for (Result row : Rows.scan(table, Rows.range("r-", "s").addFamily(TestTables.F))) {
          receipts.put(Bytes.toString(row.getRow()), Rows.number(row));
        }
        told.forEach((transfer, outcome) -> check(name, receipts, transfer, outcome));
      }
    }
  }

  private static void check(
      TableName name, Map<String, Long> receipts, Transfer transfer, Outcome outcome) {
    if (!transfer.to().equals(name) || outcome == Outcome.UNKNOWN) {
      return;
    }
    assertThat(receipts.get(transfer.id()))
        .as("receipt of %s, %s", transfer, outcome)
        .isEqualTo(outcome == Outcome.COMMITTED ? Long.valueOf(transfer.amount()) : null);
  }

  /** Checks that no amount is lost or has come twice; nothing may be under way. */
  void checkBalances() throws IOException {
    long sum = 0;
    for (TableName name : tables) {
      try (Table table = connection.getTable(name)) {
        for (Result row : Rows.scan(table, Rows.range("a-", "b"))) {
          sum += Rows.number(row);
        }
      }
    }
    assertThat(sum).isEqualTo((long) tables.size() * ACCOUNTS * BALANCE);
  }

  /** Ends the clients, and applies what they have committed. */
  void end() throws Exception {
    isEnding = true;
    crew.join();
    transactions.drain();
  }

  @Override
  public void close() {
    isEnding = true;
    crew.close();
    transactions.close();
  }
}
