package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** A row that a transaction found missing must still be missing when it commits. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class PhantomIT {

  private static final int ROUNDS = 60;

  private final TransactionManager transactions;
  private final TableName table;

  PhantomIT(Connection connection) throws IOException {
    transactions = TransactionManager.create(connection);
    table = TestTables.createGated(connection, "m");
  }

  @BeforeEach
  void clear() throws IOException {
    TestTables.clear(transactions, table);
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @Test
  void oneOfTwoInsertsOfDifferentRowsIntoEmptyRangeCommits() throws IOException {
    assertSecondConflicts("a", "z");
    assertThat(rows()).containsExactly("a");
  }

  @Test
  void oneOfTwoInsertsOfSameRowIntoEmptyRangeCommits() throws IOException {
    assertSecondConflicts("key", "key");
    assertThat(rows()).containsExactly("key");
  }

  private void assertSecondConflicts(String firstRow, String secondRow) throws IOException {
    try (Transaction first = transactions.begin();
        Transaction second = transactions.begin()) {
      insertIfEmpty(first, "", firstRow);
      insertIfEmpty(second, "", secondRow);
      first.commit();
      assertThatThrownBy(second::commit).isInstanceOf(ConflictException.class);
    }
  }

  @Test
  void singleInsertCommits() throws IOException {
    transactions.run(tx -> insertIfEmpty(tx, "", "a"));
    assertThat(rows()).containsExactly("a");
  }

  @Test
  void rowHiddenByFilterCountsAsRead() throws IOException {
    transactions.run(tx -> tx.table(table).put(Rows.put("b", "closed")));
    try (Transaction counting = transactions.begin();
        Transaction opening = transactions.begin()) {
      Table tasks = counting.table(table);
      Scan open =
          new Scan()
              .setFilter(
                  new SingleColumnValueFilter(
                      TestTables.F, Rows.V, CompareOperator.EQUAL, Rows.bytes("open")));
      assertThat(Rows.keys(tasks, open)).isEmpty();
      tasks.put(Rows.put("report", "nothing is open"));
      opening.table(table).put(Rows.put("b", "open"));
      opening.commit();
      assertThatThrownBy(counting::commit).isInstanceOf(ConflictException.class);
    }
  }

  @Test
  void deleteInReadRangeConflicts() throws IOException {
    transactions.run(tx -> tx.table(table).put(Rows.put("b", "here")));
    try (Transaction counting = transactions.begin();
        Transaction deleting = transactions.begin()) {
      assertThat(Rows.keys(counting.table(table), new Scan())).containsExactly("b");
      counting.table(table).put(Rows.put("report", "one"));
      deleting.table(table).delete(Rows.delete("b"));
      deleting.commit();
      assertThatThrownBy(counting::commit).isInstanceOf(ConflictException.class);
    }
  }

  /** Rows that the scan has not reached are not read and cause no conflict. */
  @Test
  void onlyConsumedPartOfRangeCountsAsRead() throws IOException {
    transactions.run(
        tx -> {
          tx.table(table).put(Rows.put("b", "first"));
          tx.table(table).put(Rows.put("y", "last"));
        });
    try (Transaction reading = transactions.begin();
        Transaction inserting = transactions.begin()) {
      assertThat(Rows.keys(reading.table(table), new Scan().setLimit(1))).containsExactly("b");
      reading.table(table).put(Rows.put("report", "b is first"));
      inserting.table(table).put(Rows.put("x", "behind"));
      inserting.commit();
      reading.commit();
    }
    assertThat(rows()).containsExactly("b", "report", "x", "y");
  }

  @Test
  void insertBeforeEndOfLimitedScanConflicts() throws IOException {
    transactions.run(tx -> tx.table(table).put(Rows.put("b", "first")));
    try (Transaction reading = transactions.begin();
        Transaction inserting = transactions.begin()) {
      assertThat(Rows.keys(reading.table(table), new Scan().setLimit(1))).containsExactly("b");
      reading.table(table).put(Rows.put("report", "b is first"));
      inserting.table(table).put(Rows.put("a", "in front"));
      inserting.commit();
      assertThatThrownBy(reading::commit).isInstanceOf(ConflictException.class);
    }
  }

  @Test
  void atMostOneOfConcurrentTransactionsInsertsIntoRange() throws Exception {
    race("different rows", thread -> thread == 0 ? "a" : "z");
  }

  @Test
  void atMostOneOfConcurrentTransactionsInsertsKey() throws Exception {
    race("same row", thread -> "key");
  }

  /** Returns the row that a thread inserts if the range is empty. */
  @FunctionalInterface
  private interface Naming {
    String rowOf(int thread);
  }

  private void race(String what, Naming naming) throws Exception {
    AtomicInteger[] inserted = new AtomicInteger[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      inserted[round] = new AtomicInteger();
    }
    AtomicInteger conflicts = new AtomicInteger();
    CyclicBarrier start = new CyclicBarrier(2);
    Crew.runAll(
        2,
        thread -> {
          for (int round = 0; round < ROUNDS; round++) {
            String range = String.format("%02d-", round);
            start.await();
            try (Transaction tx = transactions.begin()) {
              boolean insert = insertIfEmpty(tx, range, range + naming.rowOf(thread));
              tx.commit();
              inserted[round].addAndGet(insert ? 1 : 0);
            } catch (ConflictException rival) {
              conflicts.incrementAndGet(); // both may lose
            }
          }
        });
    int won = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String range = String.format("%02d-", round);
      int found =
          transactions.call(
              tx ->
                  Rows.keys(
                          tx.table(table),
                          new Scan().setStartStopRowForPrefixScan(Rows.bytes(range)))
                      .size());
      assertThat(found).as("rows in range %s", range).isLessThanOrEqualTo(1);
      assertThat(inserted[round].get()).as("inserts into range %s", range).isEqualTo(found);
      won += found;
    }
    System.out.printf(
        "%s, %s: %d rounds, %d inserts, %d conflicts%n",
        getClass().getSimpleName(), what, ROUNDS, won, conflicts.get());
    assertThat(won).as("rounds with a winner").isGreaterThan(ROUNDS / 4);
  }

  private boolean insertIfEmpty(Transaction tx, String range, String row) throws IOException {
    Table rows = tx.table(table);
    Scan scan = new Scan();
    if (!range.isEmpty()) {
      scan.setStartStopRowForPrefixScan(Rows.bytes(range));
    }
    if (!Rows.keys(rows, scan).isEmpty()) {
      return false;
    }
    rows.put(Rows.put(row, tx.id()));
    return true;
  }

  private List<String> rows() throws IOException {
    return transactions.call(tx -> Rows.keys(tx.table(table), new Scan()));
  }
}
