package io.rowlock.it.servers;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.protocol.lock.DecodedLock;
import io.rowlock.internal.protocol.lock.DecodedLock.State;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.DeadClient;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import io.rowlock.operations.LockResolution.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A cluster is killed under load, with clients in the middle of commits, and its standby takes over
 * as the runbook describes it.
 *
 * <p>Each cluster has one region server. HBase sends the log of a server in order, so the standby
 * contains all that happened until some moment, in all regions. With several servers a transaction
 * may arrive in part ({@link ReplicationIT}).
 */
@Tag("verify-all")
class LostSourceIT {

  private static final int ACCOUNTS = 40;
  private static final long BALANCE = 100;
  private static final int CLIENTS = 3;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private volatile boolean isLost;

  @Test
  void standbyTakesOverWithWholeTransactions() throws Exception {
    try (EmbeddedHBase hbase = EmbeddedHBase.start(1, HBaseExtension.SETTINGS);
        Connection source = hbase.connect();
        Standby standby = Standby.start(source)) {
      TableName table = replicatedAccounts(source, standby);
      loseUnderLoad(hbase, standby, table);

      assertThat(standby.resolve(table))
          .contains(Outcome.ROLLED_FORWARD, Outcome.ROLLED_BACK)
          .doesNotContain(Outcome.CANNOT, Outcome.STILL_HELD);
      assertTransactionsAreWhole(standby.connection(), table);
      assertTransactionsGoOn(standby.connection(), table);
    }
  }

  private static TableName replicatedAccounts(Connection source, Standby standby) throws Exception {
    TableName table = TestTables.create(source, "10", "20", "30");
    standby.attach(true);
    try (Admin admin = source.getAdmin();
        TransactionManager transactions = TransactionManager.create(source)) {
      admin.enableTableReplication(table);
      transactions.run(
          tx -> {
            for (int account = 0; account < ACCOUNTS; account++) {
              tx.table(table).put(Rows.put(row(account), BALANCE));
            }
          });
    }
    standby.awaitCopy(table, F, G, LockColumn.family());
    return table;
  }

  private static String row(int account) {
    return String.format("%02d", account);
  }

  private void loseUnderLoad(EmbeddedHBase hbase, Standby standby, TableName table)
      throws Exception {
    AtomicInteger commits = new AtomicInteger();
    try (Crew crew = new Crew()) {
      crew.start(CLIENTS, thread -> transferUntilLost(hbase, table, thread, commits));
      Await.until("commits", PATIENCE, () -> commits.get() > 100);
      DeadClient.leaveLocks(
          hbase.configuration(), LockWrite.SETTLING, tx -> transfer(tx.table(table), 9, 19));
      DeadClient.leaveLocks(
          hbase.configuration(), LockWrite.COMMIT_POINT, tx -> transfer(tx.table(table), 29, 39));
      Await.until("their locks", PATIENCE, () -> hasLocksOfDeadClients(standby, table));
      kill(hbase);
    } finally {
      isLost = true;
    }
  }

  /** Omits the accounts of the clients that die, so that nothing settles their locks. */
  private void transferUntilLost(
      EmbeddedHBase hbase, TableName table, int thread, AtomicInteger commits) throws IOException {
    Random random = new Random(thread);
    try (FaultyClient client = new FaultyClient(hbase.configuration(), Duration.ofSeconds(5))) {
      while (!isLost) {
        int from = random.nextInt(4) * 10 + random.nextInt(9);
        int to = random.nextInt(4) * 10 + random.nextInt(9);
        if (client.attempt(tx -> transfer(tx.table(table), from, to))
            == FaultyClient.Outcome.COMMITTED) {
          commits.incrementAndGet();
        }
      }
    }
  }

  private static void transfer(Table table, int from, int to) throws IOException {
    table.put(Rows.put(row(from), Rows.number(table, row(from)) - 1));
    table.put(Rows.put(row(to), Rows.number(table, row(to)) + 1));
  }

  private static boolean hasLocksOfDeadClients(Standby standby, TableName table)
      throws IOException {
    Map<String, DecodedLock> locks = Locks.all(standby.connection(), table);
    return hasOneOf(locks, State.COMMITTED, "09", "19")
        && hasOneOf(locks, State.PREWRITTEN, "29", "39");
  }

  private static boolean hasOneOf(Map<String, DecodedLock> locks, State state, String... rows) {
    return Stream.of(rows).anyMatch(row -> locks.get(row).state() == state);
  }

  private static void kill(EmbeddedHBase hbase) throws Exception {
    MiniHBaseCluster cluster = hbase.utility().getMiniHBaseCluster();
    cluster.killAll();
    Await.until("its end", PATIENCE, () -> cluster.getLiveRegionServerThreads().isEmpty());
  }

  private static void assertTransactionsAreWhole(Connection connection, TableName name)
      throws IOException {
    assertThat(sum(connection, name)).isEqualTo(ACCOUNTS * BALANCE);
    try (Table table = connection.getTable(name)) {
      assertThat(Rows.number(table, "09")).as("committed").isEqualTo(BALANCE - 1);
      assertThat(Rows.number(table, "19")).as("committed").isEqualTo(BALANCE + 1);
      assertThat(Rows.number(table, "29")).as("undecided").isEqualTo(BALANCE);
      assertThat(Rows.number(table, "39")).as("undecided").isEqualTo(BALANCE);
    }
    Locks.assertAllSettled(connection, name);
  }

  private static long sum(Connection connection, TableName name) throws IOException {
    try (Table table = connection.getTable(name)) {
      return Rows.scan(table, new Scan()).stream().mapToLong(Rows::number).sum();
    }
  }

  private static void assertTransactionsGoOn(Connection connection, TableName table)
      throws IOException {
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      for (int account = 1; account < ACCOUNTS; account++) {
        int to = account;
        transactions.run(tx -> transfer(tx.table(table), to - 1, to));
      }
    }
    assertThat(sum(connection, table)).isEqualTo(ACCOUNTS * BALANCE);
    Locks.assertAllSettled(connection, table);
  }
}
