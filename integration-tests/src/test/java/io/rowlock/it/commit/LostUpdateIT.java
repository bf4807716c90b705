package io.rowlock.it.commit;

import static io.rowlock.it.kit.TestTables.F;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many threads increment the same rows: the value counts exactly the commits. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class LostUpdateIT {

  private static final int THREADS = 16;
  private static final int TIMES = 20;
  private static final int COUNTERS = 3;

  private final Connection connection;
  private final TableName table;
  private TransactionManager transactions;

  LostUpdateIT(Connection connection) throws IOException {
    this.connection = connection;
    table = TestTables.create(connection, "1", "2");
  }

  @BeforeEach
  void openAndClear() throws IOException {
    transactions = TransactionManager.create(connection);
    TestTables.clear(transactions, table);
  }

  @AfterEach
  void close() {
    transactions.close();
  }

  /** The way in which a transaction adds one to a row. */
  @FunctionalInterface
  private interface Adding {
    void addOne(Table counters, String row) throws IOException;
  }

  @Test
  void readAndPutLoseNoUpdate() throws Exception {
    addFromAllThreads(
        (counters, row) -> counters.put(Rows.put(row, Rows.number(counters, row) + 1)));
  }

  @Test
  void incrementWithResultLosesNoUpdate() throws Exception {
    addFromAllThreads(
        (counters, row) -> {
          long before = Rows.number(counters, row);
          assertThat(Rows.number(counters.increment(byOne(row)))).isEqualTo(before + 1);
        });
  }

  @Test
  void incrementWithoutResultLosesNoUpdate() throws Exception {
    addFromAllThreads((counters, row) -> counters.increment(byOne(row).setReturnResults(false)));
  }

  @Test
  void secondOfTwoInterleavedUpdatesConflicts() throws IOException {
    try (Transaction one = transactions.begin();
        Transaction other = transactions.begin()) {
      for (Transaction tx : new Transaction[] {one, other}) {
        tx.table(table).put(Rows.put("0", Rows.number(tx.table(table), "0") + 1));
      }
      one.commit();
      assertThatThrownBy(other::commit).isInstanceOf(ConflictException.class);
    }
    assertThat(total()).isEqualTo(1);
  }

  private static Increment byOne(String row) {
    return new Increment(Rows.bytes(row)).addColumn(F, Rows.V, 1);
  }

  /** Half of the transactions add to two counters, in alternating order. */
  private void addFromAllThreads(Adding adding) throws Exception {
    AtomicInteger added = new AtomicInteger();
    AtomicInteger gaveUp = new AtomicInteger();
    Crew.runAll(
        THREADS,
        thread -> {
          for (int i = 0; i < TIMES; i++) {
            int first = (thread + i) % COUNTERS;
            int count = 1 + i % 2;
            try {
              transactions.run(
                  tx -> {
                    for (int j = 0; j < count; j++) {
                      adding.addOne(tx.table(table), String.valueOf((first + j) % COUNTERS));
                    }
                  });
              added.addAndGet(count);
            } catch (ConflictException rivals) {
              gaveUp.incrementAndGet();
            }
          }
        });
    System.out.printf(
        "%s: %d commits, %d conflicts, %d given up%n",
        getClass().getSimpleName(),
        transactions.counters().committed(),
        transactions.counters().conflicts(),
        gaveUp.get());
    assertThat(transactions.counters().unknownOutcomes()).isZero();
    assertThat(gaveUp.get()).isZero();
    assertThat(total()).isEqualTo(added.get());
    transactions.drain();
    assertThat(rawTotal()).isEqualTo(added.get());
  }

  private long total() throws IOException {
    return transactions.call(
        tx -> {
          long total = 0;
          for (int i = 0; i < COUNTERS; i++) {
            total += Rows.number(tx.table(table), String.valueOf(i));
          }
          return total;
        });
  }

  private long rawTotal() throws IOException {
    try (Table raw = connection.getTable(table)) {
      long total = 0;
      for (int i = 0; i < COUNTERS; i++) {
        total += Rows.number(raw, String.valueOf(i));
      }
      return total;
    }
  }
}
