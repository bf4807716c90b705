package io.rowlock.internal.hbase;

import io.rowlock.internal.store.ContextPropagator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;

/**
 * The way out for every RPC to a region server: limited per server, and counted. However long it
 * waits, it is sent, and its answer comes back, with what belongs to the caller.
 */
record RpcSender(ServerLimiter limiter, RpcCounter counter, ContextPropagator propagator) {

  /** Sends an operation that is one RPC. */
  <T> CompletableFuture<T> send(ServerName server, Supplier<CompletableFuture<T>> rpc) {
    return sendUncounted(
        server,
        () -> {
          counter.add(1);
          return rpc.get();
        });
  }

  /** Sends an operation that counts its RPCs itself. */
  <T> CompletableFuture<T> sendUncounted(ServerName server, Supplier<CompletableFuture<T>> rpcs) {
    return propagator.propagate(limiter.submit(server, propagator.propagate(rpcs)));
  }
}
