package io.rowlock.test;

import io.rowlock.RetryPolicy;
import io.rowlock.RowlockException;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.internal.protocol.longread.BarrierRows;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulation.MemoryCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Another client, which is faster: it writes rows without changing what they contain, because it
 * deletes a column that they do not have.
 *
 * @param transactions of that client
 */
record Rival(MemoryCluster cluster, TransactionManager transactions) {

  private static final Logger LOG = LoggerFactory.getLogger(Rival.class);
  private static final byte[] NO_COLUMN = Bytes.toBytes("io.rowlock.test.rival");
  private static final TransactionSettings ONCE =
      TransactionSettings.builder().name("rival").retryPolicy(RetryPolicy.none()).build();

  /**
   * Writes the rows, each in a transaction; a row that another transaction has locked stays. Runs
   * on a thread of its own, so that these transactions are nested in none of the caller.
   */
  void write(Set<RowKey> rows) {
    Thread thread = new Thread(() -> rows.forEach(this::write), "rowlock-test-rival");
    thread.setDaemon(true);
    thread.start();
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(RowKey row) {
    if (BarrierRows.contain(row)) {
      return;
    }
    try {
      transactions.run(
          ONCE,
          tx ->
              tx.table(row.table())
                  .delete(new Delete(row.row()).addColumn(familyOf(row), NO_COLUMN)));
    } catch (RowlockException held) {
      LOG.debug("Another transaction holds {}", row, held);
    } catch (IOException unexpected) {
      throw new UncheckedIOException(unexpected);
    }
  }

  private byte[] familyOf(RowKey row) {
    return cluster.describe(row.table()).families().stream()
        .filter(family -> !LockColumn.isFamily(family))
        .findFirst()
        .orElseThrow();
  }
}
