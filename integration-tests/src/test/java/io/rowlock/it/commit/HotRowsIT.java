package io.rowlock.it.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockException;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** All transactions write the same few rows: they wait for each other and commit. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class HotRowsIT {

  private static final int THREADS = 32;
  private static final int TIMES = 25;
  private static final int HOT_ROWS = 10;
  private static final int READ_ROWS = 1_000;
  private static final long SEED = 10;

  @Test
  void almostAllTransactionsCommit(Connection connection) throws Exception {
    TableName table = TestTables.create(connection, "hot-5", "read-3", "read-6");
    AtomicInteger failed = new AtomicInteger();
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      Crew.runAll(
          THREADS,
          thread -> {
            Random random = new Random(SEED + thread);
            for (int i = 0; i < TIMES; i++) {
              int one = random.nextInt(HOT_ROWS);
              int other = (one + 1 + random.nextInt(HOT_ROWS - 1)) % HOT_ROWS;
              String read = "read-" + random.nextInt(READ_ROWS);
              long value = random.nextLong();
              try {
                transactions.run(
                    tx -> {
                      long unused = Rows.number(tx.table(table), read);
                      tx.table(table).put(Rows.put("hot-" + one, value));
                      tx.table(table).put(Rows.put("hot-" + other, value));
                    });
              } catch (RowlockException gaveUp) {
                failed.incrementAndGet();
              }
            }
          });
      transactions.drain();
      System.out.printf(
          "%s: %d commits, %d conflicts, %d given up, seed %d%n",
          getClass().getSimpleName(),
          transactions.counters().committed(),
          transactions.counters().conflicts(),
          failed.get(),
          SEED);
      assertThat(failed.get()).as("given up").isLessThan(THREADS * TIMES / 100);
      assertThat(transactions.counters().unknownOutcomes()).isZero();
      Locks.assertAllSettled(connection, table);
    }
  }
}
