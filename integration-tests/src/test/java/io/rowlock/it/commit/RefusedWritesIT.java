package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.NotCommittedException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.LockGate;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.LockWrite;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A coprocessor fails after the region has applied a write, as an index whose own writes are
 * refused does: HBase gives the same answer before it changes a row.
 */
@ExtendWith(HBaseExtension.class)
class RefusedWritesIT {

  private final Connection connection;
  private final AtomicInteger thrown = new AtomicInteger();
  private TableName table;
  private TransactionManager transactions;

  RefusedWritesIT(Connection connection) {
    this.connection = connection;
  }

  /** Creates regions that start at the beginning and at m. */
  @BeforeEach
  void open() throws IOException {
    table = TestTables.createGated(connection, "m");
    transactions = TransactionManager.create(connection);
  }

  @AfterEach
  void close() {
    LockGate.dismiss(table);
    transactions.close();
  }

  static List<IOException> refusals() {
    return List.of(
        new DoNotRetryIOException("of a coprocessor"),
        new NoSuchColumnFamilyException("of an index"),
        new AccessDeniedException("to an index"),
        new NotServingRegionException("of an index"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failureAfterCommitOfSingleRowReportsTrueOutcome(IOException refusal) throws IOException {
    throwBehind(LockWrite.SETTLING, refusal);
    transactions.run(tx -> addOne(tx, "a"));
    assertAddedOnce("a");
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failureAfterRegionCommitReportsTrueOutcome(IOException refusal) throws IOException {
    throwBehind(LockWrite.SETTLING, refusal);
    transactions.run(tx -> addOne(tx, "a", "b", "c"));
    assertAddedOnce("a", "b", "c");
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failureAfterCommitPointReportsTrueOutcome(IOException refusal) throws IOException {
    throwBehind(LockWrite.COMMIT_POINT, refusal);
    transactions.run(tx -> addOne(tx, "a", "b", "z"));
    assertAddedOnce("a", "b", "z");
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failureAfterPrewriteReportsTrueOutcome(IOException refusal) throws IOException {
    throwBehind(LockWrite.PREWRITE, refusal);
    transactions.run(tx -> addOne(tx, "a", "z"));
    assertAddedOnce("a", "z");
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failureAfterRollForwardReportsTrueOutcome(IOException refusal) throws IOException {
    throwBehind(LockWrite.SETTLING, refusal);
    transactions.run(tx -> addOne(tx, "a", "z"));
    assertAddedOnce("a", "z");
  }

  /** Neither the commit nor the fence can be written; the failure is a plain one nevertheless. */
  @Test
  void readOnlyTableIsNoUnknownOutcome() throws IOException {
    transactions.run(tx -> addOne(tx, "a"));
    setReadOnly(true);

    NotCommittedException refused =
        catchThrowableOfType(
            NotCommittedException.class, () -> transactions.run(tx -> addOne(tx, "a")));

    assertThat(refused).isExactlyInstanceOf(NotCommittedException.class);
    assertThat(refused).hasStackTraceContaining("read only");
    setReadOnly(false);
    thrown.incrementAndGet();
    assertAddedOnce("a");
  }

  private void setReadOnly(boolean readOnly) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
              .setReadOnly(readOnly)
              .build());
    }
  }

  /** Fails after the first of them that is applied. */
  private void throwBehind(Predicate<LockWrite> which, IOException refusal) {
    LockGate.post(
        new LockGate.Guard() {
          @Override
          public void after(LockWrite write, boolean applied) throws IOException {
            if (applied && which.test(write) && thrown.getAndIncrement() == 0) {
              throw refusal;
            }
          }
        },
        table);
  }

  private void addOne(Transaction tx, String... rows) throws IOException {
    Table counters = tx.table(table);
    for (String row : rows) {
      counters.put(Rows.put(row, Rows.number(counters, row) + 1));
    }
  }

  private void assertAddedOnce(String... rows) throws IOException {
    transactions.drain();
    assertThat(thrown.get()).as("refusals").isPositive();
    for (String row : rows) {
      long inTransaction = transactions.call(tx -> Rows.number(tx.table(table), row));
      assertThat(inTransaction).as("row %s", row).isEqualTo(1);
    }
    transactions.drain();
    try (Table raw = connection.getTable(table)) {
      for (String row : rows) {
        assertThat(Rows.number(raw, row)).as("raw row %s", row).isEqualTo(1);
      }
    }
    Locks.assertAllSettled(connection, table);
    assertThat(transactions.counters().unknownOutcomes()).isZero();
  }
}
