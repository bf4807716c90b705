package io.rowlock.it.commit;

import static io.rowlock.it.kit.TestTables.F;
import static io.rowlock.it.kit.TestTables.G;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** Plain HBase readers see committed values only, at every moment of a commit. */
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class DirtyRawReadIT {

  private static final int WRITERS = 6;
  private static final int WRITES = 60;
  private static final int ROWS = 6;
  private static final long SEED = 77;

  private final Connection connection;
  private final TransactionManager transactions;
  private final TableName table;

  DirtyRawReadIT(Connection connection) throws IOException {
    this.connection = connection;
    transactions = TransactionManager.create(connection);
    table = TestTables.createGated(connection, "2", "4");
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
  void rawReadersSeeNothingBeforeCommitPoint() throws Exception {
    transactions.run(tx -> putPairs(tx, 1, "0", "5"));
    transactions.drain();
    try (Hold commitPoint = Hold.of(table, LockWrite.COMMIT_POINT);
        Crew crew = new Crew()) {
      Future<?> committing = crew.start(() -> commit(2));
      commitPoint.awaitArrivals(1);
      assertThat(rawPairs()).containsExactly(1L, 1L);
      commitPoint.release();
      var unused = Crew.get(committing);
    }
    transactions.drain();
    assertThat(rawPairs()).containsExactly(2L, 2L);
  }

  /** Raw readers may see a part of the rows; transactions see all. */
  @Test
  void transactionsSeeEverythingAfterCommitPoint() throws Exception {
    transactions.run(tx -> putPairs(tx, 1, "0", "5"));
    transactions.drain();
    try (Hold rollForward = Hold.of(table, LockWrite.SETTLING);
        TransactionManager other = TransactionManager.create(connection)) {
      var unused = commit(2);
      rollForward.awaitArrivals(1);
      assertThat(rawPairs()).containsExactlyInAnyOrder(1L, 2L);
      for (String row : List.of("0", "5")) {
        assertThat(other.<Long, IOException>call(tx -> pair(tx.table(table).get(Rows.get(row)))))
            .isEqualTo(2);
      }
      rollForward.release();
    }
    transactions.drain();
    assertThat(rawPairs()).containsExactly(2L, 2L);
  }

  @Test
  void rawReadersNeverSeeAbortedValues() throws Exception {
    Set<Long> committed = ConcurrentHashMap.newKeySet();
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    AtomicInteger rolledBack = new AtomicInteger();
    AtomicInteger conflicts = new AtomicInteger();
    CountDownLatch writing = new CountDownLatch(WRITERS);
    try (Crew crew = new Crew()) {
      crew.start(
          2,
          reader -> {
            while (writing.getCount() > 0) {
              seen.addAll(rawPairs());
            }
          });
      crew.start(
          WRITERS,
          thread -> {
            Random random = new Random(SEED + thread);
            for (int i = 0; i < WRITES; i++) {
              long value = thread * 1_000L + i + 1;
              try (Transaction tx = transactions.begin()) {
                writeSomewhere(tx, value, random);
                if (i % 4 == 0) {
                  tx.rollback();
                  rolledBack.incrementAndGet();
                } else {
                  tx.commit();
                  committed.add(value);
                }
              } catch (ConflictException rival) {
                conflicts.incrementAndGet();
              }
            }
            writing.countDown();
          });
      crew.join();
    }
    transactions.drain();
    seen.addAll(rawPairs());
    System.out.printf(
        "%s: %d commits, %d conflicts, %d rolled back, %d values seen raw, seed %d%n",
        getClass().getSimpleName(),
        committed.size(),
        conflicts.get(),
        rolledBack.get(),
        seen.size(),
        SEED);
    assertThat(conflicts.get()).as("conflicts, without which this shows little").isGreaterThan(10);
    assertThat(seen).as("values seen raw").hasSizeGreaterThan(20);
    assertThat(committed).as("committed values").containsAll(seen);
  }

  /** Reads one row and writes two, so that an update can be lost. */
  private void writeSomewhere(Transaction tx, long value, Random random) throws IOException {
    int row = random.nextInt(ROWS);
    long unused = pair(tx.table(table).get(Rows.get(String.valueOf(row))));
    putPairs(tx, value, String.valueOf(row), String.valueOf((row + 1) % ROWS));
  }

  private Void commit(long value) throws IOException {
    transactions.run(tx -> putPairs(tx, value, "0", "5"));
    return null;
  }

  private void putPairs(Transaction tx, long value, String... rows) throws IOException {
    for (String row : rows) {
      tx.table(table)
          .put(
              new Put(Rows.bytes(row))
                  .addColumn(F, Rows.V, Bytes.toBytes(value))
                  .addColumn(G, Rows.V, Bytes.toBytes(value)));
    }
  }

  private List<Long> rawPairs() throws IOException {
    try (Table raw = connection.getTable(table)) {
      return Rows.scan(raw, new Scan().addFamily(F).addFamily(G)).stream()
          .map(DirtyRawReadIT::pair)
          .toList();
    }
  }

  /** Returns the value of a row, which every reader must see in both families. */
  private static long pair(Result row) {
    byte[] value = row.getValue(F, Rows.V);
    assertThat(row.getValue(G, Rows.V)).as("g:v where f:v is the expected one").isEqualTo(value);
    return value == null ? 0 : Bytes.toLong(value);
  }
}
