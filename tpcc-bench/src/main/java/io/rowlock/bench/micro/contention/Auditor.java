package io.rowlock.bench.micro.contention;

import io.rowlock.TransactionCounters;
import io.rowlock.TransactionManager;
import io.rowlock.bench.kit.Interruption;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.micro.contention.ContentionClient.Window;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.hbase.client.Connection;

/** Reads counters and all accounts, by transactions of its own, in the process of the command. */
final class Auditor implements AutoCloseable {
  private static final long NANOS = 1_000_000_000;

  private final int accounts;
  private final TransactionManager transactions;
  private final ContentionTable table;
  private final List<String> failedChecks = Collections.synchronizedList(new ArrayList<>());

  Auditor(Connection connection, int accounts) throws IOException {
    this.accounts = accounts;
    this.transactions = TransactionManager.create(connection);
    this.table = new ContentionTable(connection, transactions, accounts);
  }

  long counted(Series series) throws IOException {
    return table.counted(series);
  }

  TransactionCounters counters() {
    return transactions.counters();
  }

  List<String> failedChecks() {
    return List.copyOf(failedChecks);
  }

  /** Begins to read all accounts, again and again, on a thread of its own. */
  Audits start(Window window) {
    Queue<Long> ends = new ConcurrentLinkedQueue<>();
    CompletableFuture<Tally> tally = new CompletableFuture<>();
    Thread thread = new Thread(() -> run(window, ends, tally), "bench-audits");
    thread.setDaemon(true);
    Audits audits = new Audits(tally, System.nanoTime(), window.seconds(), ends);
    thread.start();
    return audits;
  }

  private void run(Window window, Queue<Long> ends, CompletableFuture<Tally> tally) {
    try {
      tally.complete(window.load(0).run(1, random -> audit(window, ends)));
    } catch (IOException | RuntimeException | Error broken) {
      tally.completeExceptionally(broken);
    }
  }

  private void audit(Window window, Queue<Long> ends) throws IOException {
    boolean isValidated = window.series().kind() == Kind.AUDITS;
    long sum = isValidated ? table.sum() : table.unvalidatedSum();
    ends.add(System.nanoTime());
    long total = accounts * ContentionTable.OPENING_BALANCE;
    if (isValidated && sum != total) {
      failedChecks.add("An audit found " + sum + " where there are " + total);
    }
  }

  @Override
  public void close() {
    transactions.close();
  }

  /** The audits of one window; ends are by {@link System#nanoTime}. */
  record Audits(CompletableFuture<Tally> tally, long begin, int seconds, Queue<Long> ends) {

    Tally await() throws IOException {
      return Interruption.await(tally);
    }

    /** The fewest ends in any second of the window. */
    int fewestInASecond() {
      return fewestInASecond(begin, seconds, List.copyOf(ends));
    }

    static int fewestInASecond(long begin, int seconds, List<Long> ends) {
      int[] counts = new int[seconds];
      for (long end : ends) {
        long second = Math.floorDiv(end - begin, NANOS);
        if (second >= 0 && second < seconds) {
          counts[(int) second]++;
        }
      }
      return Arrays.stream(counts).min().orElse(0);
    }
  }
}
