package io.rowlock.bench.tpcc.access;

import io.rowlock.RetryPolicy;
import io.rowlock.TransactionCounters;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Runs business transactions in one mode. Thread-safe. */
public interface Client extends AutoCloseable {

  /**
   * Executes a business transaction to its end, again after conflicts.
   *
   * @throws io.rowlock.RowlockException when Rowlock gives up, or does not know
   * @throws LockTimeoutException when mode 2pc gives up
   * @throws IOException when HBase fails; in the modes without transactions anything may have been
   *     written
   */
  <T> Ended<T> run(Work<T> work) throws IOException;

  /**
   * Opens a client with connections of its own; the configuration may count or delay its requests.
   */
  static Client open(Mode mode, Configuration configuration, Layout layout, RetryPolicy policy)
      throws IOException {
    StoredRows rows = new StoredRows(layout);
    return switch (mode) {
      case TX -> TransactionClient.open(configuration, rows, policy);
      case RAW, RAW_BATCHED -> RawClient.open(configuration, rows, mode);
      case TWO_PHASE -> TwoPhaseClient.open(configuration, rows, policy);
    };
  }

  Operations operations();

  /** Waits until all background work is done. */
  default void settle() throws IOException {}

  /** The counters of Rowlock; empty in other modes. */
  default Optional<TransactionCounters> counters() {
    return Optional.empty();
  }

  @Override
  void close() throws IOException;

  /**
   * The end of a business transaction: whether it rolled itself back, and how often it was
   * executed.
   */
  public record Ended<T>(T result, boolean isRolledBack, int attempts) {}

  /** Mode 2pc could not get a lock in time; the transaction is not committed. */
  public static final class LockTimeoutException extends IOException {
    private static final long serialVersionUID = 1L;

    LockTimeoutException(String message) {
      super(message);
    }

    /** Has no stack trace, because it is frequent and expected. */
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  /** A business transaction. It can run several times, and must do the same each time. */
  @FunctionalInterface
  public interface Work<T> {

    /** Runs the work. Its writes take effect after the return, unless it rolls back. */
    T execute(Access access) throws IOException;

    default Isolation isolation() {
      return Isolation.SERIALIZABLE;
    }

    /** The guarantees that a business transaction needs; plain HBase gives none of them. */
    public enum Isolation {
      SERIALIZABLE,
      /**
       * Every row by itself: committed, and no older than the begin. For reading only; clause
       * 2.8.2.3 asks no more of Stock-Level.
       */
      READ_COMMITTED
    }
  }
}
