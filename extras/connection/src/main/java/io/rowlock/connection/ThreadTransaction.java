package io.rowlock.connection;

import io.rowlock.Transaction;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transaction that the calls of a thread join. Each connection has its own. A thread that has
 * transactions of several connections, or calls another connection within a transaction, is logged
 * once.
 */
record ThreadTransaction(
    Object owner,
    Transaction transaction,
    @Nullable ThreadTransaction outer,
    AtomicBoolean hasWarned) {

  private static final Logger LOG = LoggerFactory.getLogger(ThreadTransaction.class);
  private static final ThreadLocal<@Nullable ThreadTransaction> CURRENT = new ThreadLocal<>();

  /**
   * Returns the transaction of the calling thread, null if it has none of this connection.
   *
   * @param owner the connection
   */
  static @Nullable Transaction of(Object owner) {
    ThreadTransaction innermost = CURRENT.get();
    for (ThreadTransaction each = innermost; each != null; each = each.outer) {
      if (each.owner == owner) {
        return each.transaction;
      }
    }
    if (innermost != null) {
      innermost.warn(owner);
    }
    return null;
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

  /** Performs work while the transaction is that of the calling thread. */
  static <T extends @Nullable Object, X extends Exception> T within(
      Object owner, Transaction transaction, Transactions.Work<T, X> work) throws X {
    ThreadTransaction outer = CURRENT.get();
    CURRENT.set(new ThreadTransaction(owner, transaction, outer, new AtomicBoolean()));
    try {
      return work.call();
    } finally {
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }
}
