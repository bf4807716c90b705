package io.rowlock.internal.protocol.lock;

import io.rowlock.internal.store.ConditionalWrite;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds the requests of each commit point against one another, as their owner sends them. Only the
 * last of them can be applied, and so its owner may take its lock time for that of the commit: it
 * expects a later lock than those before, or else it is the same request again.
 */
final class CommitPointAudit {

  private final Map<TransactionId, ConditionalWrite> last = new HashMap<>();
  private @Nullable AssertionError broken;

  /** Takes note of a request; what is wrong with it, {@link #check} tells. */
  void sending(TransactionId id, ConditionalWrite write) {
    ConditionalWrite before = last.put(id, write);
    if (before != null && !follows(before, write)) {
      broken =
          new AssertionError(
              "Transaction " + id + " at " + write.key() + ": commits over an earlier lock again");
    }
  }

  /** The sender would take the error for a failure of its store. */
  void check() {
    if (broken != null) {
      throw broken;
    }
  }

  private static boolean follows(ConditionalWrite before, ConditionalWrite write) {
    return Objects.equals(before.expected(), write.expected())
        ? before.replacement().equals(write.replacement())
        : expectedTime(before) < expectedTime(write);
  }

  private static long expectedTime(ConditionalWrite write) {
    return write.expected() == null ? 0 : write.expected().time();
  }
}
