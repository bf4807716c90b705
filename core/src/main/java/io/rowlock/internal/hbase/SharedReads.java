package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Coalescer;
import io.rowlock.internal.store.Environment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.net.Address;

/**
 * Fetches rows by key. Reads of all transactions that arrive while requests are under way to the
 * same table on the same server leave together when one of these is answered. Thread-safe.
 *
 * <p>A request of several rows is no snapshot, so each row is read at an instant between the call
 * and its answer, as it would be by a request of its own. A row that cannot be read fails the reads
 * of that row only.
 */
final class SharedReads implements Coalescer.Requests<SharedReads.Target, PendingRead> {

  /** How many requests are under way to a table on a server at a time. */
  private static final int PLACES = 2;

  /** How long a request delays the reads behind it at most. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  /** A server reads the rows of a request one after the other. Larger reads go by themselves. */
  private static final int MAX_ROWS = 64;

  private final TableViews tables;
  private final Coalescer<Target, PendingRead> coalescer;

  SharedReads(TableViews tables, Environment environment) {
    this.tables = tables;
    this.coalescer = new Coalescer<>(this, PLACES, PATIENCE, environment);
  }

  /** A server keeps its lane when it restarts. */
  record Target(TableName table, Address server) {}

  /** Fetches the rows; never throws. */
  void fetch(Target target, PendingRead read) {
    if (read.gets().size() > MAX_ROWS) {
      var unused = send(target, List.of(read));
    } else {
      coalescer.submit(target, read);
    }
  }

  @Override
  public List<PendingRead> take(Queue<PendingRead> waiting) {
    List<PendingRead> taken = new ArrayList<>();
    int rows = 0;
    for (PendingRead next = waiting.peek(); next != null; next = waiting.peek()) {
      rows += next.gets().size();
      if (rows > MAX_ROWS && !taken.isEmpty()) {
        break;
      }
      taken.add(waiting.remove());
    }
    return taken;
  }

  @Override
  public CompletableFuture<?> send(Target target, List<PendingRead> reads) {
    return reads
        .get(0)
        .send(() -> fetch(target.table(), reads))
        .whenComplete(
            (results, fault) -> {
              if (fault == null) {
                answer(reads, results);
              } else {
                reads.forEach(read -> read.results().completeExceptionally(fault));
              }
            });
  }

  /** Completes when all rows that a caller waits for are answered, whatever the answers are. */
  private CompletableFuture<List<CompletableFuture<Result>>> fetch(
      TableName table, List<PendingRead> reads) {
    List<Get> gets = new ArrayList<>();
    reads.forEach(read -> gets.addAll(read.gets()));
    List<CompletableFuture<Result>> results =
        gets.size() == 1
            ? List.of(tables.forReads(table).get(gets.get(0)))
            : tables.forReads(table).get(gets);
    List<CompletableFuture<Result>> wanted = new ArrayList<>();
    forEach(reads, results, (read, own) -> wanted.addAll(read.wantedOf(own)));
    return CompletableFuture.allOf(wanted.toArray(CompletableFuture[]::new))
        .handle((done, fault) -> results);
  }

  private static void answer(List<PendingRead> reads, List<CompletableFuture<Result>> results) {
    forEach(reads, results, (read, own) -> read.results().complete(own));
  }

  private interface Part {
    void take(PendingRead read, List<CompletableFuture<Result>> own);
  }

  private static void forEach(
      List<PendingRead> reads, List<CompletableFuture<Result>> results, Part part) {
    int from = 0;
    for (PendingRead read : reads) {
      int to = from + read.gets().size();
      part.take(read, results.subList(from, to));
      from = to;
    }
  }
}
