package io.rowlock.operations.maintenance;

import io.rowlock.internal.protocol.recovery.FailureMessages;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.ForwardingRowStore;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.WriteOutcome;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A view of a store that remembers which writes it refused, and why: helpers read again instead of
 * reporting a refusal, but the report to a person contains it. If several rows are refused
 * together, it is not known which row is the cause, so they are tried one by one. Thread-safe.
 */
final class RefusalNotingStore extends ForwardingRowStore {

  /** Above this the oldest are forgotten; which ones does not matter. */
  private static final int MAX_REMEMBERED = 10_000;

  private final Map<RowKey, String> refused = new ConcurrentHashMap<>();

  RefusalNotingStore(RowStore store, ContextPropagator propagator) {
    super(store, propagator);
  }

  /** Returns why a write to one of the rows was refused, or null if none was. */
  @Nullable String of(Collection<RowKey> rows) {
    return rows.stream().map(refused::get).filter(Objects::nonNull).findFirst().orElse(null);
  }

  void forget(Collection<RowKey> rows) {
    rows.forEach(refused::remove);
  }

  @Override
  public CompletableFuture<WriteOutcome> write(ConditionalWrite write) {
    return super.write(write).thenApply(outcome -> noted(write.key(), outcome));
  }

  private WriteOutcome noted(RowKey key, WriteOutcome outcome) {
    if (outcome.kind() == WriteOutcome.Kind.REJECTED) {
      if (refused.size() >= MAX_REMEMBERED) {
        refused.clear();
      }
      refused.put(
          key, "a write to " + key + " was refused: " + FailureMessages.of(outcome.cause()));
    }
    return outcome;
  }
}
