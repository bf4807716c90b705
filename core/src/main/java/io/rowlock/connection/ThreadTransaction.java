package io.rowlock.connection;

import io.rowlock.Transaction;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction that the calls of a thread join. A thread has at most one for all connections, so
 * that a call through another connection, which cannot join it, is noticed.
 */
final class ThreadTransaction {

  private static final Logger LOG = LoggerFactory.getLogger(ThreadTransaction.class);
  private static final ThreadLocal<@Nullable ThreadTransaction> CURRENT = new ThreadLocal<>();

  private final Object owner;
  private final Transaction transaction;
  private final AtomicBoolean hasWarned = new AtomicBoolean();

  private ThreadTransaction(Object owner, Transaction transaction) {
    this.owner = owner;
    this.transaction = transaction;
  }

  /**
   * Returns the transaction of the calling thread, null if it has none.
   *
   * @param owner the connection; a transaction of another one is not returned, but logged once
   */
  static @Nullable Transaction of(Object owner) {
    ThreadTransaction current = CURRENT.get();
    if (current == null) {
      return null;
    }
    if (current.owner != owner) {
      current.warn(owner);
      return null;
    }
    return current.transaction;
  }

  private void warn(Object other) {
    if (!hasWarned.getAndSet(true)) {
      LOG.warn(
          "A call through {} is not part of transaction {} of the same thread, which belongs to {}."
              + " If it must be, use one connection for both",
          other,
          transaction.id(),
          owner);
    }
  }

  /**
   * Makes the transaction that of the calling thread.
   *
   * @return ends this; the caller must run it on the same thread
   */
  static Runnable begin(Object owner, Transaction transaction) {
    ThreadTransaction before = CURRENT.get();
    if (before != null) {
      before.warn(owner);
    }
    CURRENT.set(new ThreadTransaction(owner, transaction));
    return () -> {
      if (before == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(before);
      }
    };
  }
}
