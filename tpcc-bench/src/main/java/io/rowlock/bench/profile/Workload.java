package io.rowlock.bench.profile;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One mode's way of doing the transactions of a profile. Thread-safe. */
interface Workload extends Closeable {

  /** What one thread needs of its own. */
  Session open() throws IOException;

  /** Waits until nothing goes on in the background. */
  void settle() throws IOException;

  /** What the library says it has done so far; null where no library of ours is at work. */
  @Nullable LibraryCounts counts();

  /** One thread's transactions. Not thread-safe. */
  interface Session extends Closeable {

    /**
     * Runs one transaction to its end, retries included. Throws a {@link
     * io.rowlock.RowlockException} when this transaction failed, anything else when the run cannot
     * go on.
     */
    void run(Choice choice) throws IOException;
  }
}
