package io.rowlock.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.TransactionSettings;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Transactions in an event loop with one thread, on the application's asynchronous connection. */
@ExtendWith(HBaseExtension.class)
class EventLoopIT {

  private static final int TRANSACTIONS = 1000;
  private static final int ROWS = 950;
  private static final String LOOP = "event-loop";

  private final Connection connection;
  private final ExecutorService loop =
      Executors.newSingleThreadExecutor(task -> new Thread(task, LOOP));
  private final Set<String> threads = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> allHaveBegun = new CompletableFuture<>();
  private int inFlight; // only on the loop
  private int attempts; // only on the loop

  EventLoopIT(Connection connection) {
    this.connection = connection;
  }

  @Test
  void oneThreadRunsThousandConcurrentTransactions() throws Exception {
    TableName table = TestTables.create(connection, "300", "600");
    RowlockOptions options = RowlockOptions.builder().executor(loop).build();
    try (AsyncConnection theirs =
        Crew.get(ConnectionFactory.createAsyncConnection(connection.getConfiguration()))) {
      TransactionManager transactions = Crew.get(TransactionManager.createAsync(theirs, options));
      countAll(transactions, table);
      Void unused = Crew.get(transactions.drainAsync());
      long total =
          transactions.call(
              tx -> Rows.scan(tx.table(table), new Scan()).stream().mapToLong(Rows::number).sum());
      assertThat(total).isEqualTo(TRANSACTIONS);
      unused = Crew.get(transactions.closeAsync());
      assertThat(theirs.isClosed()).isFalse();
      assertThat(Crew.get(theirs.getTable(table).get(Rows.get("000"))).isEmpty()).isFalse();
    } finally {
      loop.shutdown();
      assertThat(loop.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private void countAll(TransactionManager transactions, TableName table) throws Exception {
    Watch watch = new Watch();
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    for (int i = 0; i < TRANSACTIONS; i++) {
      String row = String.format("%03d", i % ROWS);
      TransactionSettings settings = TransactionSettings.named("count");
      calls.add(transactions.callAsync(settings, tx -> addOne(tx, table, row)));
    }
    for (CompletableFuture<Long> call : calls) {
      assertThat(Crew.get(call)).isPositive();
    }
    assertThat(allHaveBegun).isCompleted();
    assertThat(threads).containsExactly(LOOP);
    assertThat(transactions.counters().retries()).isPositive();
    assertThat(watch.end()).isEmpty();
    System.out.printf(
        "%s: %d commits, %d attempts, %d samples of threads%n",
        getClass().getSimpleName(), TRANSACTIONS, attempts, watch.samples.get());
    assertThat(watch.samples.get()).isPositive();
  }

  /** Reads, waits until every transaction has read, and then writes. */
  private CompletableFuture<Long> addOne(Transaction tx, TableName table, String row) {
    threads.add(Thread.currentThread().getName());
    attempts++;
    AsyncTable<?> counters = tx.asyncTable(table);
    return counters
        .get(Rows.get(row))
        .thenCompose(
            found -> {
              long sum = Rows.number(noted(found)) + 1;
              inFlight++;
              if (inFlight == TRANSACTIONS) {
                allHaveBegun.complete(null);
              }
              return allHaveBegun
                  .thenCompose(all -> counters.put(Rows.put(row, sum)))
                  .thenApply(written -> noted(sum));
            });
  }

  private <T> T noted(T value) {
    threads.add(Thread.currentThread().getName());
    return value;
  }

  /** Searches for threads of the loop, the library and HBase's client that wait in the library. */
  private static final class Watch {

    private static final int DEPTH = 60;

    private final ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    private final Set<String> blocked = ConcurrentHashMap.newKeySet();
    private final Thread thread = new Thread(this::watch, "watch");
    private volatile boolean isOver;
    private final AtomicInteger samples = new AtomicInteger();

    Watch() {
      thread.setDaemon(true);
      thread.start();
    }

    private void watch() {
      while (!isOver) {
        for (ThreadInfo seen : bean.getThreadInfo(watched(), DEPTH)) {
          if (seen != null && waits(seen) && isInLibrary(seen)) {
            blocked.add(seen.getThreadName() + " " + Arrays.toString(seen.getStackTrace()));
          }
        }
        samples.incrementAndGet();
      }
    }

    private long[] watched() {
      return Arrays.stream(bean.getThreadInfo(bean.getAllThreadIds()))
          .filter(info -> info != null && isOfInterest(info.getThreadName()))
          .mapToLong(ThreadInfo::getThreadId)
          .toArray();
    }

    private static boolean isOfInterest(String name) {
      return name.equals(LOOP)
          || name.startsWith("rowlock-")
          || name.contains("RPCClient")
          || name.contains("RpcClient")
          || name.contains("Async-Client-Retry-Timer");
    }

    /** Whether the thread waits for an event; a contended mutex does not count. */
    private static boolean waits(ThreadInfo seen) {
      boolean isMutex =
          seen.getLockName() != null
              && seen.getLockName().startsWith("java.util.concurrent.locks.ReentrantLock");
      return !isMutex
          && (seen.getThreadState() == Thread.State.WAITING
              || seen.getThreadState() == Thread.State.TIMED_WAITING);
    }

    private static boolean isInLibrary(ThreadInfo seen) {
      return Arrays.stream(seen.getStackTrace())
          .anyMatch(frame -> frame.getClassName().startsWith("io.rowlock."));
    }

    Set<String> end() throws InterruptedException {
      isOver = true;
      thread.join();
      return blocked;
    }
  }
}
