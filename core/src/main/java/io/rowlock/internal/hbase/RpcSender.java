package io.rowlock.internal.hbase;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.ServerName;

/** The way out for every RPC to a region server: limited per server, and counted. */
record RpcSender(ServerLimiter limiter, RpcCounter counter) {

  /** Sends an operation that is one RPC. */
  <T> CompletableFuture<T> send(ServerName server, Supplier<CompletableFuture<T>> rpc) {
    return limiter.submit(
        server,
        () -> {
          counter.add(1);
          return rpc.get();
        });
  }

  /** Sends an operation that counts its RPCs itself. */
  <T> CompletableFuture<T> sendUncounted(ServerName server, Supplier<CompletableFuture<T>> rpcs) {
    return limiter.submit(server, rpcs);
  }
}
