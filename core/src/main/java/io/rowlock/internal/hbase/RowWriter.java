package io.rowlock.internal.hbase;

import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockRemoval;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;

/** Sends conditional writes of single rows. */
record RowWriter(TableViews tables, RegionServers servers, WriteDelivery delivery) {

  /** Sends the write. Never fails exceptionally. */
  CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    CheckAndMutate request;
    try {
      request = WriteRequests.of(write);
    } catch (Throwable malformed) { // nothing has been sent yet
      return CompletableFuture.completedFuture(WriteOutcome.unapplied(malformed));
    }
    return deliver(write.key(), request);
  }

  /** Sends the removal. Never fails exceptionally. */
  CompletableFuture<WriteOutcome> remove(LockRemoval removal) {
    return Async.guarded(() -> deliver(removal.key(), WriteRequests.of(removal)))
        .exceptionally(WriteOutcome::rejected);
  }

  private CompletableFuture<WriteOutcome> deliver(RowKey key, CheckAndMutate request) {
    return delivery.deliver(
        new WriteDelivery.Request(
            key,
            limit -> servers.serving(key, limit).thenApply(Optional::of),
            () ->
                tables
                    .forWrites(key.table())
                    .checkAndMutate(request)
                    .thenApply(RowWriter::outcome)));
  }

  private static WriteOutcome outcome(CheckAndMutateResult result) {
    return result.isSuccess() ? WriteOutcome.APPLIED : WriteOutcome.NOT_EQUAL;
  }
}
