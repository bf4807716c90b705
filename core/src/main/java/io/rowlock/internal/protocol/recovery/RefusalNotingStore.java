package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.store.ConditionalWrite;
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
 * A view of a store that remembers which writes it refused, and why: helpers look again instead of
 * reporting it, and a person wants to know. Which of several rows was refused is not known: what is
 * refused together is tried one by one. Thread-safe.
 */
public final class RefusalNotingStore extends ForwardingRowStore {

  /** Beyond this the oldest are worth no memory; which are forgotten does not matter. */
  private static final int MAX_REMEMBERED = 10_000;

  private final Map<RowKey, String> refused = new ConcurrentHashMap<>();

  public RefusalNotingStore(RowStore store) {
    super(store);
  }

  /** Why a write to one of the rows was refused, or null when none was. */
  public @Nullable String of(Collection<RowKey> rows) {
    return rows.stream().map(refused::get).filter(Objects::nonNull).findFirst().orElse(null);
  }

  public void forget(Collection<RowKey> rows) {
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
