package io.rowlock.connection;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * Writes mutations to a table that is not transactional, as HBase's own mutator does. Unlike that
 * one it keeps no mutation after a failure or an interrupt: what it kept would be out of sight when
 * the table becomes transactional. Used by one flush at a time.
 */
record PlainMutator(Table table) {

  /**
   * Writes mutations, and keeps none.
   *
   * @param failures gets those that could not be written
   * @return an interruption; the mutations are on their way then, as they are with HBase's mutator
   */
  @Nullable InterruptedIOException write(List<Mutation> mutations, FlushFailures failures) {
    @Nullable Object[] results = new Object[mutations.size()];
    try {
      table.batch(mutations, results);
      return null;
    } catch (RetriesExhaustedWithDetailsException details) {
      failures.add(details);
      return null;
    } catch (InterruptedException | IOException | RuntimeException | Error failed) {
      if (LockFamilyLookup.isInterruption(failed)) {
        addFailed(mutations, results, failures);
        return interruption(failed);
      }
      failures.add(mutations, failed);
      return null;
    }
  }

  private static InterruptedIOException interruption(Throwable cause) {
    InterruptedIOException interruption = new InterruptedIOException("Interrupted in a flush");
    interruption.initCause(cause);
    return interruption;
  }

  /** Adds what had failed before the interruption; no caller waits for the rest. */
  private static void addFailed(
      List<Mutation> mutations, @Nullable Object[] results, FlushFailures failures) {
    for (int i = 0; i < results.length; i++) {
      if (results[i] instanceof Exception failed) {
        failures.add(List.of(mutations.get(i)), failed);
      }
    }
  }
}
