package io.rowlock.internal.hbase;

import io.rowlock.internal.store.ContextPropagator;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;

/**
 * Sends every RPC to a region server: limited per server, and counted. However long the RPC waits,
 * it is sent, and its answer is handled, in the context of the caller.
 */
record RpcSender(ServerLimiter limiter, RpcCounter counter, ContextPropagator propagator) {

  /** Sends an operation that is one RPC. */
  <T> CompletableFuture<T> send(ServerName server, Supplier<CompletableFuture<T>> rpc) {
    return sendUncounted(
        server,
        () -> {
          counter.add(1);
          return rpc.get();
        },
        () -> 0);
  }

  /**
   * Sends an operation that counts its RPCs itself.
   *
   * @param progress changes as long as the operation is alive, however long it takes
   */
  <T> CompletableFuture<T> sendUncounted(
      ServerName server, Supplier<CompletableFuture<T>> rpcs, LongSupplier progress) {
    return propagator.propagate(limiter.submit(server, propagator.propagate(rpcs), progress));
  }
}
