package io.rowlock.internal.transaction;

import io.rowlock.internal.store.RowKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A state of the writes of one transaction, to which it can return. It keeps the rows that were
 * replaced between this mark and the next one, as they were before. Not thread-safe.
 */
public final class WriteMark {

  private final Map<RowKey, Optional<BufferedRow>> replaced = new HashMap<>();

  WriteMark() {}

  /**
   * Notes that a row is replaced; only the first time counts.
   *
   * @param before null if nothing was buffered for the row
   */
  void note(RowKey key, @Nullable BufferedRow before) {
    replaced.putIfAbsent(key, Optional.ofNullable(before));
  }

  /** Gives back all rows as they were, and forgets them. */
  void undo(BiConsumer<RowKey, Optional<BufferedRow>> restore) {
    replaced.forEach(restore);
    replaced.clear();
  }
}
