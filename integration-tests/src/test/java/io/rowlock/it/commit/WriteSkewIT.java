package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Hold;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two doctors are on call, and each may leave if the other one stays: both check, and both decide
 * to leave. Snapshot isolation allows this, because they write different rows.
 */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class WriteSkewIT {

  private static final int ROUNDS = 60;

  private final TransactionManager transactions;
  private final TableName table;

  WriteSkewIT(Connection connection) throws IOException {
    transactions = TransactionManager.create(connection);
    table = TestTables.createGated(connection, "m");
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @Test
  void secondOfTwoInterleavedTransactionsConflicts() throws IOException {
    bothOnCall("");
    try (Transaction alice = transactions.begin();
        Transaction zoe = transactions.begin()) {
      assertThat(leave(alice, "alice", "zoe")).isTrue();
      assertThat(leave(zoe, "zoe", "alice")).isTrue();
      alice.commit();
      assertThatThrownBy(zoe::commit).isInstanceOf(ConflictException.class);
    }
    assertThat(onCall("")).isEqualTo(1);
  }

  /**
   * A validated transaction may commit at any moment, so no other transaction may rely on its row.
   */
  @Test
  void doctorStaysWhileOtherIsBetweenValidationAndCommitPoint() throws Exception {
    bothOnCall("");
    try (Hold commitPoint = Hold.of(table, LockWrite.SETTLING.and(LockWrite.toRow("alice")));
        Crew crew = new Crew();
        Transaction alice = transactions.begin();
        Transaction zoe = transactions.begin()) {
      assertThat(leave(alice, "alice", "zoe")).isTrue();
      assertThat(leave(zoe, "zoe", "alice")).isTrue();
      Future<?> committing =
          crew.start(
              () -> {
                alice.commit();
                return null;
              });
      commitPoint.awaitArrivals(1);
      assertThatThrownBy(zoe::commit).isInstanceOf(ConflictException.class);
      assertThat(committing).isNotDone();
      commitPoint.release();
      crew.join();
    }
    assertThat(onCall("")).isEqualTo(1);
  }

  @Test
  void concurrentDoctorsNeverBothLeave() throws Exception {
    AtomicInteger left = new AtomicInteger();
    AtomicInteger conflicts = new AtomicInteger();
    CyclicBarrier start = new CyclicBarrier(2);
    for (int round = 0; round < ROUNDS; round++) {
      bothOnCall(String.valueOf(round));
    }
    Crew.runAll(
        2,
        thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            start.await();
            try (Transaction tx = transactions.begin()) {
              boolean leaves =
                  thread == 0
                      ? leave(tx, "alice" + round, "zoe" + round)
                      : leave(tx, "zoe" + round, "alice" + round);
              tx.commit();
              left.addAndGet(leaves ? 1 : 0);
            } catch (ConflictException rival) {
              conflicts.incrementAndGet();
            }
          }
        });
    int still = 0;
    for (int round = 0; round < ROUNDS; round++) {
      int onCall = onCall(String.valueOf(round));
      assertThat(onCall).as("doctors on call in round %d", round).isPositive();
      still += onCall;
    }
    System.out.printf(
        "%s: %d rounds, %d left, %d conflicts%n",
        getClass().getSimpleName(), ROUNDS, left.get(), conflicts.get());
    assertThat(still).isEqualTo(2 * ROUNDS - left.get());
    assertThat(left.get()).as("doctors that left").isGreaterThan(ROUNDS / 4);
  }

  private void bothOnCall(String round) throws IOException {
    transactions.run(
        tx -> {
          tx.table(table).put(Rows.put("alice" + round, "on call"));
          tx.table(table).put(Rows.put("zoe" + round, "on call"));
        });
    transactions.drain();
  }

  private boolean leave(Transaction tx, String doctor, String other) throws IOException {
    Table doctors = tx.table(table);
    assertThat(Rows.text(doctors, doctor)).isEqualTo("on call");
    boolean may = "on call".equals(Rows.text(doctors, other));
    if (may) {
      doctors.put(Rows.put(doctor, "away"));
    }
    return may;
  }

  private int onCall(String round) throws IOException {
    return transactions.call(
        tx -> {
          int count = 0;
          for (String doctor : new String[] {"alice", "zoe"}) {
            count += "on call".equals(Rows.text(tx.table(table), doctor + round)) ? 1 : 0;
          }
          return count;
        });
  }
}
