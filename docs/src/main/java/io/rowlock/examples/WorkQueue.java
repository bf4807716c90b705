package io.rowlock.examples;

import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** Workers take jobs from a queue: each job is done once, and what it leads to is not lost. */
public final class WorkQueue {

  static final TableName JOBS = ExampleTables.named("jobs");
  static final TableName DONE = ExampleTables.named("jobs_done");
  static final byte[] FAMILY = ExampleTables.FAMILY;
  static final byte[] WORKER = Bytes.toBytes("worker");

  private static final int LANES = 4;
  private static final int JOBS_IN_ALL = 40;

  private WorkQueue() {}

  // snippet: queue
  /** A job at the end of its lane. Lanes keep workers from fighting for one first row. */
  static void add(Transaction tx, int number) throws IOException {
    byte[] row = Bytes.toBytes(String.format("%d/%08d", number % LANES, number));
    tx.table(JOBS).put(new Put(row).addColumn(FAMILY, WORKER, Bytes.toBytes("nobody")));
  }

  /** Takes the first job of a worker's own lane, else of another, and does it. */
  static Optional<String> work(TransactionManager transactions, int worker) throws IOException {
    return transactions.call(
        tx -> {
          for (int lane = 0; lane < LANES; lane++) {
            byte @Nullable [] job = first(tx, (worker + lane) % LANES);
            if (job != null) {
              tx.table(JOBS).delete(new Delete(job));
              // The job itself: what it writes is there if and only if the job is gone.
              tx.table(DONE)
                  .put(new Put(job).addColumn(FAMILY, WORKER, Bytes.toBytes("worker" + worker)));
              return Optional.of(Bytes.toString(job));
            }
          }
          return Optional.empty();
        });
  }

  private static byte @Nullable [] first(Transaction tx, int lane) throws IOException {
    Scan jobs = new Scan().setStartStopRowForPrefixScan(Bytes.toBytes(lane + "/")).setLimit(1);
    try (ResultScanner found = tx.table(JOBS).getScanner(jobs)) {
      @Nullable Result job = found.next();
      return job == null ? null : job.getRow();
    }
  }

  // end

  /** Forty jobs, four workers, which stop when there is nothing left. */
  public static void main(Connection connection, PrintWriter out) throws Exception {
    ExampleTables.create(connection, JOBS);
    ExampleTables.create(connection, DONE);
    AtomicInteger done = new AtomicInteger();
    try (TransactionManager transactions = TransactionManager.create(connection)) {
      transactions.run(
          tx -> {
            for (int number = 0; number < JOBS_IN_ALL; number++) {
              add(tx, number);
            }
          });
      Crowd.act(
          LANES,
          worker -> {
            while (work(transactions, worker).isPresent()) {
              done.incrementAndGet();
            }
          });
      out.printf("%d of %d jobs were done, each once%n", done.get(), JOBS_IN_ALL);
      out.printf("%d attempts lost to conflicts%n", transactions.counters().conflicts());
    }
  }
}
