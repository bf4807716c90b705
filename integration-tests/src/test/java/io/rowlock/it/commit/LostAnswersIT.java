package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RowlockException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.LockGate;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Servers apply a write whose answer is lost, or never receive the write. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class LostAnswersIT {

  private static final int THREADS = 4;
  private static final int TIMES = 40;
  private static final long SEED = 99;

  private final Connection connection;
  private final TableName table;
  private final AtomicInteger lost = new AtomicInteger();
  private TransactionManager transactions;

  LostAnswersIT(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.createGated(connection, "m");
  }

  @BeforeEach
  void openAndClear() throws IOException {
    transactions = TransactionManager.create(connection);
    TestTables.clear(transactions, table);
    lost.set(0);
  }

  @AfterEach
  void close() {
    LockGate.dismiss(table);
    transactions.close();
  }

  @Test
  void commitOfSingleRowSurvivesLostAnswer() throws IOException {
    loseFirstAnswer(LockWrite.SETTLING);
    transactions.run(tx -> addOne(tx.table(table), "a"));
    assertAdded(1, "a");
  }

  @Test
  void commitPointSurvivesLostAnswer() throws IOException {
    loseFirstAnswer(LockWrite.COMMIT_POINT);
    transactions.run(this::addToBoth);
    assertAdded(1, "a", "z");
  }

  @Test
  void prewriteSurvivesLostAnswer() throws IOException {
    loseFirstAnswer(LockWrite.PREWRITE);
    transactions.run(this::addToBoth);
    assertAdded(1, "a", "z");
  }

  @Test
  void rollForwardSurvivesLostAnswer() throws IOException {
    loseFirstAnswer(LockWrite.SETTLING);
    transactions.run(this::addToBoth);
    assertAdded(1, "a", "z");
  }

  @Test
  void transfersSurviveManyLostRequestsAndAnswers() throws Exception {
    Random random = new Random(SEED);
    LockGate.post(
        new LockGate.Guard() {
          @Override
          public void before(LockWrite write) throws IOException {
            loseSometimes("request");
          }

          @Override
          public void after(LockWrite write, boolean applied) throws IOException {
            loseSometimes("answer");
          }

          private void loseSometimes(String what) throws IOException {
            boolean unlucky;
            synchronized (random) {
              unlucky = random.nextInt(12) == 0;
            }
            if (unlucky) {
              lost.incrementAndGet();
              throw new DoNotRetryIOException("The test drops this " + what);
            }
          }
        },
        table);
    AtomicInteger added = new AtomicInteger();
    AtomicInteger unknown = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    Crew.runAll(
        THREADS,
        thread -> {
          for (int i = 0; i < TIMES; i++) {
            try {
              transactions.run(this::addToBoth);
              added.incrementAndGet();
            } catch (CommitOutcomeUnknownException unknownOutcome) {
              unknown.incrementAndGet();
            } catch (RowlockException surelyNot) {
              failed.incrementAndGet();
            }
          }
        });
    LockGate.dismiss(table);
    long a = transactions.call(tx -> Rows.number(tx.table(table), "a"));
    long z = transactions.call(tx -> Rows.number(tx.table(table), "z"));
    System.out.printf(
        "%s: %d lost, %d commits, %d unknown, %d conflicts, %d failed, seed %d%n",
        getClass().getSimpleName(),
        lost.get(),
        added.get(),
        unknown.get(),
        transactions.counters().conflicts(),
        failed.get(),
        SEED);
    assertThat(lost.get()).isGreaterThan(20);
    assertThat(added.get()).isGreaterThan(THREADS * TIMES / 2);
    assertThat(a).isEqualTo(z).isBetween((long) added.get(), (long) added.get() + unknown.get());
  }

  private void loseFirstAnswer(Predicate<LockWrite> which) {
    LockGate.post(
        new LockGate.Guard() {
          @Override
          public void after(LockWrite write, boolean applied) throws IOException {
            if (applied && which.test(write) && lost.getAndIncrement() == 0) {
              throw new DoNotRetryIOException("The test drops this answer");
            }
          }
        },
        table);
  }

  private void addToBoth(Transaction tx) throws IOException {
    addOne(tx.table(table), "a");
    addOne(tx.table(table), "z");
  }

  private static void addOne(Table counters, String row) throws IOException {
    counters.put(Rows.put(row, Rows.number(counters, row) + 1));
  }

  private void assertAdded(long expected, String... rows) throws IOException {
    transactions.drain();
    assertThat(lost.get()).as("answers lost").isPositive();
    try (Table raw = connection.getTable(table)) {
      for (String row : rows) {
        assertThat(Rows.number(raw, row)).as("raw row %s", row).isEqualTo(expected);
        long inTransaction = transactions.call(tx -> Rows.number(tx.table(table), row));
        assertThat(inTransaction).as("row %s", row).isEqualTo(expected);
      }
    }
    Locks.assertAllSettled(connection, table);
    assertThat(transactions.counters().unknownOutcomes()).isZero();
  }
}
