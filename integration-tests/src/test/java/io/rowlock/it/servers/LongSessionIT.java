package io.rowlock.it.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A region server is lost under load, with the longest session that ZooKeeper grants by default:
 * transactions wait until HBase serves its regions again, and none fails.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("verify-all")
class LongSessionIT {

  private static final Duration SESSION = Duration.ofSeconds(40);
  private static final int THREADS = 8;
  private static final int ACCOUNTS = 400;
  private static final long AMOUNT = 1_000;

  private final AtomicInteger committed = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicInteger unknown = new AtomicInteger();
  private final AtomicLong longest = new AtomicLong();
  private EmbeddedHBase hbase;
  private Connection connection;
  private TableName accounts;
  private volatile boolean isOver;

  /** The loss of a server: a lost host answers nothing, a dead process refuses connections. */
  private enum Loss {
    PAUSED,
    KILLED
  }

  @BeforeAll
  void start() throws Exception {
    hbase = EmbeddedHBase.start(1, HBaseExtension.SETTINGS);
    connection = hbase.connect();
  }

  @AfterAll
  void stop() throws IOException {
    connection.close();
    hbase.close();
  }

  @ParameterizedTest
  @EnumSource
  void transactionsOutliveTheSession(Loss loss) throws Exception {
    accounts = TestTables.create(connection, account(ACCOUNTS / 2));
    try (TransactionManager transactions = TransactionManager.create(connection);
        RegionServerProcess victim =
            RegionServerProcess.start(
                hbase,
                connection,
                Map.of(HConstants.ZK_SESSION_TIMEOUT, Long.toString(SESSION.toMillis())));
        Crew crew = new Crew()) {
      fill(transactions);
      victim.take(connection, accounts, 1);
      isOver = false;
      crew.start(THREADS, thread -> transfer(transactions, new Random(thread)));
      awaitCommits(500);

      long before = System.nanoTime();
      if (loss == Loss.PAUSED) {
        victim.suspend();
      } else {
        victim.kill();
      }
      victim.awaitReplaced(connection, accounts);
      double replaced = (System.nanoTime() - before) / 1e9;
      awaitCommits(500);
      isOver = true;
      crew.join();

      System.out.printf(
          "%s: server %s, its regions elsewhere after %.1f s: %d committed, %d failed, %d unknown,"
              + " longest transaction %.1f s%n",
          getClass().getSimpleName(),
          loss,
          replaced,
          committed.getAndSet(0),
          failed.get(),
          unknown.get(),
          longest.getAndSet(0) / 1e9);
      assertThat(sum(transactions)).isEqualTo(ACCOUNTS * AMOUNT);
      assertThat(failed.getAndSet(0)).as("failed").isZero();
      assertThat(unknown.getAndSet(0)).as("unknown").isZero();
    }
  }

  private void awaitCommits(int count) throws Exception {
    int target = committed.get() + count;
    Await.until("commits", Duration.ofMinutes(5), () -> committed.get() >= target);
  }

  private void fill(TransactionManager transactions) throws IOException {
    transactions.run(
        tx -> {
          for (int i = 0; i < ACCOUNTS; i++) {
            write(tx, account(i), AMOUNT);
          }
        });
  }

  private void transfer(TransactionManager transactions, Random random) {
    while (!isOver) {
      long begun = System.nanoTime();
      try {
        transactions.run(tx -> transfer(tx, random));
        committed.incrementAndGet();
      } catch (CommitOutcomeUnknownException doubt) {
        unknown.incrementAndGet();
        System.out.println("unknown after " + (System.nanoTime() - begun) / 1e9 + " s: " + doubt);
      } catch (IOException failure) {
        failed.incrementAndGet();
        System.out.println("failed after " + (System.nanoTime() - begun) / 1e9 + " s: " + failure);
      }
      longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
    }
  }

  private void transfer(Transaction tx, Random random) throws IOException {
    String from = account(random.nextInt(ACCOUNTS));
    String to = account(random.nextInt(ACCOUNTS));
    if (!from.equals(to)) {
      write(tx, from, read(tx, from) - 1);
      write(tx, to, read(tx, to) + 1);
    }
  }

  private long sum(TransactionManager transactions) throws IOException {
    return transactions.<Long, IOException>call(
        tx -> {
          long sum = 0;
          for (int i = 0; i < ACCOUNTS; i++) {
            sum += read(tx, account(i));
          }
          return sum;
        });
  }

  private long read(Transaction tx, String row) throws IOException {
    try (Table table = tx.table(accounts)) {
      return Long.parseLong(Rows.text(table, row));
    }
  }

  private void write(Transaction tx, String row, long amount) throws IOException {
    tx.table(accounts).put(Rows.put(row, Long.toString(amount)));
  }

  private static String account(int number) {
    return String.format("%04d", number);
  }
}
