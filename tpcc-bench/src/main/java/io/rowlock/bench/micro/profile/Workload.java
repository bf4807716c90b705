package io.rowlock.bench.micro.profile;

import io.rowlock.TransactionCounters;
import io.rowlock.bench.micro.profile.Operations.Choice;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/** The transactions of one mode. Thread-safe. */
public interface Workload extends Closeable {
  /** Returns a session of one thread for these operations. */
  Session open(Operations operations) throws IOException;

  /** Waits until nothing goes on in the background; blocking calls leave nothing behind. */
  default void settle() throws IOException {}

  /** Attempts so far that lost against another transaction; 0 where {@link #counts} are known. */
  default long conflicts() {
    return 0;
  }

  /** Settings that explain the figures; can be empty. */
  default String settings() {
    return "";
  }

  /** The counts of Rowlock so far; null in other modes. */
  default @Nullable LibraryCounts counts() {
    return null;
  }

  /** Does not close the connection, which belongs to the caller. */
  @Override
  default void close() throws IOException {}

  /** One thread's transactions. Not thread-safe. */
  interface Session extends Closeable {
    /**
     * Runs one transaction to its end, retries included. Throws a {@link
     * io.rowlock.RowlockException} or a {@link io.rowlock.bench.kit.LostException} when this
     * transaction failed, anything else when the run cannot go on.
     */
    void run(Choice choice) throws IOException;

    @Override
    default void close() throws IOException {}

    /** A session that closes its table at the end. */
    static Session on(Table table, Session session) {
      return new Session() {
        @Override
        public void run(Choice choice) throws IOException {
          session.run(choice);
        }

        @Override
        public void close() throws IOException {
          table.close();
        }
      };
    }
  }

  /** The counts of the library between two instants. */
  record LibraryCounts(long committed, long conflicts, long rpcsForeground, long rpcsBackground) {
    static LibraryCounts of(TransactionCounters counters) {
      return new LibraryCounts(
          counters.committed(),
          counters.conflicts(),
          counters.rpcsForeground(),
          counters.rpcsBackground());
    }

    long rpcs() {
      return rpcsForeground + rpcsBackground;
    }

    LibraryCounts plus(LibraryCounts other) {
      return new LibraryCounts(
          committed + other.committed,
          conflicts + other.conflicts,
          rpcsForeground + other.rpcsForeground,
          rpcsBackground + other.rpcsBackground);
    }

    LibraryCounts minus(LibraryCounts earlier) {
      return new LibraryCounts(
          committed - earlier.committed,
          conflicts - earlier.conflicts,
          rpcsForeground - earlier.rpcsForeground,
          rpcsBackground - earlier.rpcsBackground);
    }
  }
}
