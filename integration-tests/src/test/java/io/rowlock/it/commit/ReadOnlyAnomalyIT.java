package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The anomaly of Fekete, O'Neil and O'Neil (2004). A withdrawal of 10 from X costs a fee of 1 if X
 * + Y falls below zero; meanwhile 20 are deposited in Y. If a report sees the deposit without the
 * withdrawal, the deposit came first, and no fee is due.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class ReadOnlyAnomalyIT {

  private final TransactionManager transactions;
  private final TableName table;

  ReadOnlyAnomalyIT(Connection connection) throws IOException {
    RowlockOptions options = RowlockOptions.builder().lockWait(Duration.ofMillis(200)).build();
    transactions = TransactionManager.create(connection, options);
    table = TestTables.createGated(connection, "y");
  }

  @BeforeEach
  void openAccounts() throws IOException {
    transactions.run(
        tx -> {
          tx.table(table).put(Rows.put("x", 0));
          tx.table(table).put(Rows.put("y", 0));
        });
    transactions.drain();
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @Test
  void withdrawalAfterReportSeesDeposit() throws IOException {
    try (Transaction withdrawal = transactions.begin()) {
      withdraw(withdrawal);
      transactions.run(this::deposit);
      assertThat(transactions.call(this::report)).containsExactly(0L, 20L);
      assertThatThrownBy(withdrawal::commit).isInstanceOf(ConflictException.class);
    }
    assertThat(transactions.call(this::report)).containsExactly(0L, 20L);
  }

  /** The withdrawal has found X and Y unchanged; only its commit point is outstanding. */
  @Test
  void reportWaitsForWithdrawalInCommit() throws Exception {
    try (Hold commitPoint = Hold.of(table, LockWrite.SETTLING.and(LockWrite.toRow("x")));
        Crew crew = new Crew();
        Transaction withdrawal = transactions.begin()) {
      withdraw(withdrawal);
      Future<?> committing =
          crew.start(
              () -> {
                withdrawal.commit();
                return null;
              });
      commitPoint.awaitArrivals(1);
      transactions.run(this::deposit);
      try (Transaction report = transactions.begin()) {
        assertThatThrownBy(
                () -> {
                  var unused = report(report);
                  report.commit();
                })
            .isInstanceOf(ConflictException.class);
      }
      assertThat(committing).isNotDone();
      commitPoint.release();
      crew.join();
    }
    assertThat(transactions.call(this::report)).containsExactly(-11L, 20L);
  }

  private void withdraw(Transaction tx) throws IOException {
    Table accounts = tx.table(table);
    long x = Rows.number(accounts, "x");
    long y = Rows.number(accounts, "y");
    accounts.put(Rows.put("x", x - 10 - (x + y - 10 < 0 ? 1 : 0)));
  }

  private void deposit(Transaction tx) throws IOException {
    Table accounts = tx.table(table);
    accounts.put(Rows.put("y", Rows.number(accounts, "y") + 20));
  }

  private List<Long> report(Transaction tx) throws IOException {
    Result[] accounts = tx.table(table).get(List.<Get>of(Rows.get("x"), Rows.get("y")));
    return List.of(Rows.number(accounts[0]), Rows.number(accounts[1]));
  }
}
