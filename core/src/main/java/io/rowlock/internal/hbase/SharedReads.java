package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ContextPropagator.Entered;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Lanes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
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
final class SharedReads extends Lanes<SharedReads.Target, SharedReads.PendingRead> {

  /** How many requests are under way to a table on a server at a time. */
  private static final int PLACES = 2;

  /** How long a request delays the reads behind it at most. */
  private static final Duration PATIENCE = Duration.ofMillis(50);

  /** A server reads the rows of a request one after the other. Larger reads go by themselves. */
  private static final int MAX_ROWS = 64;

  private final TableViews tables;

  SharedReads(TableViews tables, Environment environment) {
    super(PLACES, PATIENCE, environment);
    this.tables = tables;
  }

  /** A server keeps its lane when it restarts. */
  record Target(TableName table, Address server) {}

  /** Fetches the rows; never throws. */
  void fetch(Target target, PendingRead read) {
    if (read.gets.size() > MAX_ROWS) {
      var unused = send(target, List.of(read));
    } else {
      submit(target, read);
    }
  }

  @Override
  protected List<PendingRead> choose(Iterable<PendingRead> waiting) {
    List<PendingRead> chosen = new ArrayList<>();
    int rows = 0;
    for (PendingRead next : waiting) {
      rows += next.gets.size();
      if (rows > MAX_ROWS && !chosen.isEmpty()) {
        break;
      }
      chosen.add(next);
    }
    return chosen;
  }

  @Override
  protected CompletableFuture<?> send(Target target, List<PendingRead> reads) {
    return Async.onFailure( // the reads that have their rows keep them
        reads.get(0).send(() -> fetch(target.table(), reads)),
        fault -> reads.forEach(read -> read.fail(fault)));
  }

  /**
   * Sends the request, and hands to each caller its own rows, which are answered one by one: a row
   * whose region moves delays no other caller. Completes when all awaited rows are answered,
   * whatever the answers are.
   */
  private CompletableFuture<Void> fetch(TableName table, List<PendingRead> reads) {
    List<Get> gets = new ArrayList<>();
    reads.forEach(read -> gets.addAll(read.gets));
    List<CompletableFuture<Result>> results =
        gets.size() == 1
            ? List.of(tables.forReads(table).get(gets.get(0)))
            : tables.forReads(table).get(gets);
    return Async.settled(handOver(reads, results));
  }

  /**
   * Returns the awaited rows. A future runs what depends on it in the reverse order of
   * registration, so the place of the request, registered later, goes to the next request before a
   * caller handles its answer.
   */
  private static List<CompletableFuture<Result>> handOver(
      List<PendingRead> reads, List<CompletableFuture<Result>> results) {
    List<CompletableFuture<Result>> awaited = new ArrayList<>();
    int from = 0;
    for (PendingRead read : reads) {
      List<CompletableFuture<Result>> own = results.subList(from, from + read.gets.size());
      awaited.addAll(own.subList(0, read.awaited));
      read.take(own);
      from += own.size();
    }
    return awaited;
  }

  /**
   * The rows that one caller reads from one table on one server. They are fetched by themselves, or
   * in a request that fetches the rows of other callers too.
   */
  static final class PendingRead {

    private final List<Get> gets;
    private final int awaited;
    private final List<CompletableFuture<Result>> rows = new ArrayList<>();
    private volatile List<CompletableFuture<Result>> answers = List.of(); // of HBase's client
    private final ServerName server;
    private final RpcSender sender;
    private final Supplier<Entered> caller;

    /**
     * Returns a read that is not sent yet.
     *
     * @param awaited how many of the rows, at first, the next request waits for
     */
    PendingRead(List<Get> gets, int awaited, ServerName server, RpcSender sender) {
      this.gets = gets;
      this.awaited = awaited;
      this.server = server;
      this.sender = sender;
      this.caller = sender.propagator().capture();
      while (rows.size() < gets.size()) {
        rows.add(new CompletableFuture<>());
      }
    }

    /** Returns the rows. They complete in the context of any caller. */
    List<CompletableFuture<Result>> rows() {
      return rows;
    }

    private void take(List<CompletableFuture<Result>> given) {
      answers = given;
      for (int i = 0; i < answers.size(); i++) {
        CompletableFuture<Result> row = rows.get(i);
        var unused =
            answers.get(i).whenComplete((found, fault) -> Async.complete(row, found, fault));
      }
    }

    /** Fails the rows that have no answer yet, and ends the tries of HBase's client. */
    void fail(Throwable fault) {
      rows.forEach(row -> row.completeExceptionally(fault));
      answers.forEach(answer -> answer.completeExceptionally(fault));
    }

    /** Sends a request as this caller; never throws. */
    @SuppressWarnings("try") // the context is there to be left
    CompletableFuture<Void> send(Supplier<CompletableFuture<Void>> request) {
      try (Entered context = caller.get()) {
        return Async.DONE.thenCompose(begun -> sender.send(server, request));
      }
    }
  }
}
