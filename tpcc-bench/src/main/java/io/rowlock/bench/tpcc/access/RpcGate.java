package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.RpcKinds.RpcKind;
import java.util.concurrent.CompletableFuture;

/**
 * May hold up a client's requests and their answers. Called by HBase's threads, which must not be
 * blocked; a future that never completes leaves the client where it is.
 */
public interface RpcGate {
  /** Holds up nothing. */
  RpcGate OPEN = new RpcGate() {};

  /** The request is sent when this completes, and fails when this fails with an IOException. */
  default CompletableFuture<?> beforeSending(RpcKind kind) {
    return CompletableFuture.completedFuture(null);
  }

  /** The client gets the answer, or the failure, when this completes. */
  default CompletableFuture<?> afterAnswer(RpcKind kind) {
    return CompletableFuture.completedFuture(null);
  }
}
