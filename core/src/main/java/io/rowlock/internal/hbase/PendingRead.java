package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * The rows that one caller reads from one table on one server. They are fetched by themselves, or
 * in a request that fetches the rows of other callers too.
 */
final class PendingRead {

  private final List<Get> gets;
  private final int awaited;
  private final CompletableFuture<List<CompletableFuture<Result>>> results =
      new CompletableFuture<>();
  private final Supplier<CompletableFuture<Void>> delivery;
  private volatile Supplier<CompletableFuture<Void>> request =
      () -> CompletableFuture.completedFuture(null);

  /**
   * Returns a read that is not sent yet.
   *
   * @param awaited how many of the rows, at first, the next request waits for
   */
  PendingRead(List<Get> gets, int awaited, ServerName server, RpcSender sender) {
    this.gets = gets;
    this.awaited = awaited;
    this.delivery = sender.propagator().propagate(() -> sender.send(server, () -> request.get()));
  }

  List<Get> gets() {
    return gets;
  }

  /** The rows that the next request waits for, of the results of all. */
  List<CompletableFuture<Result>> awaitedOf(List<CompletableFuture<Result>> own) {
    return own.subList(0, awaited);
  }

  /**
   * Completes with a future for each row as soon as the request is sent; fails if it cannot be
   * sent. Completes on a thread, and in a context, of any caller, and the rows on one of HBase.
   */
  CompletableFuture<List<CompletableFuture<Result>>> results() {
    return results;
  }

  /** Fails the rows that have no answer yet. */
  void fail(Throwable fault) {
    if (!results.completeExceptionally(fault) && !results.isCompletedExceptionally()) {
      results.join().forEach(row -> row.completeExceptionally(fault));
    }
  }

  /** Sends a request as this caller. */
  CompletableFuture<Void> send(Supplier<CompletableFuture<Void>> sent) {
    request = sent;
    return Async.guarded(delivery);
  }
}
