package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RetryPolicy;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.it.kit.Bank;
import io.rowlock.it.kit.Bank.Reading;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A transaction that loses repeatedly commits in the end, also against other processes. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class EscalationIT {

  private static final int WRITERS = 16;
  private static final int AUDITS = 5;
  private static final int INCREMENTS = 20;
  private static final long SEED = 20_241_122;

  /** Escalation locks rows after one lost attempt. */
  private static final RowlockOptions EAGER = RowlockOptions.builder().escalateAfter(1).build();

  @Test
  void auditOfAllAccountsCommitsDuringTransfers(Connection connection) throws Exception {
    try (TransactionManager one = TransactionManager.create(connection);
        TransactionManager other = TransactionManager.create(connection);
        TransactionManager auditor = TransactionManager.create(connection, EAGER);
        Crew crew = new Crew()) {
      Bank bank = Bank.open(connection, one);
      List<TransactionManager> clients = List.of(one, other);
      CountDownLatch auditing = new CountDownLatch(1);
      crew.start(
          WRITERS,
          thread -> {
            Random random = new Random(SEED + thread);
            while (auditing.getCount() > 0) {
              clients.get(thread % 2).run(tx -> bank.transfer(tx, random));
            }
          });
      Future<?> unused = crew.start(() -> audit(bank, auditor, auditing));
      crew.join();

      System.out.printf("%s: %s%n", getClass().getSimpleName(), auditor.counters());
      assertThat(auditor.counters().escalations()).isPositive();
      assertThat(auditor.counters().committed()).isEqualTo(AUDITS);
      assertThat(bank.rawTotal()).isEqualTo(Bank.GROUPS * Bank.SUM_OF_GROUP);
      one.drain();
      other.drain();
      auditor.drain();
      Locks.assertAllSettled(connection, bank.tables());
    }
  }

  private static Void audit(Bank bank, TransactionManager auditor, CountDownLatch auditing)
      throws IOException {
    try {
      for (int i = 0; i < AUDITS; i++) {
        long sum = auditor.call(tx -> sumOfAll(bank, tx));
        assertThat(sum).isEqualTo(Bank.GROUPS * Bank.SUM_OF_GROUP);
      }
      return null;
    } finally {
      auditing.countDown();
    }
  }

  private static long sumOfAll(Bank bank, Transaction tx) throws IOException {
    long sum = 0;
    for (int group = 0; group < Bank.GROUPS; group++) {
      sum += bank.sum(tx, group, Reading.MULTI_GET);
    }
    return sum;
  }

  @Test
  void everyIncrementOfOneRowCommits(Connection connection) throws Exception {
    TableName name = TestTables.create(connection);
    TransactionSettings fewAttempts =
        TransactionSettings.builder()
            .retryPolicy(RetryPolicy.builder().maxAttempts(100).build())
            .build();
    try (TransactionManager one = TransactionManager.create(connection, EAGER);
        TransactionManager other = TransactionManager.create(connection, EAGER);
        Crew crew = new Crew()) {
      one.run(tx -> tx.table(name).put(Rows.put("hot", 0L)));
      List<TransactionManager> clients = List.of(one, other);
      crew.start(
          WRITERS,
          thread -> {
            for (int i = 0; i < INCREMENTS; i++) {
              clients.get(thread % 2).run(fewAttempts, tx -> increment(tx.table(name)));
            }
          });
      crew.join();

      System.out.printf(
          "%s: %s, %s%n", getClass().getSimpleName(), one.counters(), other.counters());
      try (Table plain = connection.getTable(name)) {
        assertThat(Rows.number(plain, "hot")).isEqualTo(WRITERS * INCREMENTS);
      }
      assertThat(one.counters().escalations() + other.counters().escalations()).isPositive();
      one.drain();
      other.drain();
      Locks.assertAllSettled(connection, name);
    }
  }

  private static void increment(Table table) throws IOException {
    table.put(Rows.put("hot", Rows.number(table, "hot") + 1));
  }
}
