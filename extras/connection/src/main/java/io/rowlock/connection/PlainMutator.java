package io.rowlock.connection;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Writes mutations to a table that is not transactional, as HBase's own mutator does, and with its
 * settings. Unlike that one it keeps no mutation after a failure or an interrupt: what it kept
 * would be out of sight when the table becomes transactional. Thread-safe.
 */
final class PlainMutator {

  private static final int UNSET = -1;

  private final Connection plain;
  private final BufferedMutatorParams params;
  private @Nullable Table opened; // guarded by this
  private boolean isOutdated; // guarded by this

  PlainMutator(Connection plain, BufferedMutatorParams params) {
    this.plain = plain;
    this.params = params.clone();
  }

  /**
   * Writes mutations, and keeps none.
   *
   * @param failures gets those that could not be written
   * @return an interruption; the mutations are on their way then, as they are with HBase's mutator
   */
  @Nullable InterruptedIOException write(List<Mutation> mutations, FlushFailures failures) {
    @Nullable Object[] results = new Object[mutations.size()];
    try {
      table().batch(mutations, results);
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

  /** After a change of the time limits, this waits for what is on its way under the old ones. */
  private synchronized Table table() throws IOException {
    Table present = opened;
    if (present != null && !isOutdated) {
      return present;
    }
    opened = open();
    isOutdated = false;
    if (present != null) {
      present.close();
    }
    return opened;
  }

  private Table open() {
    TableBuilder builder = plain.getTableBuilder(params.getTableName(), params.getPool());
    if (params.getRpcTimeout() != UNSET) {
      builder.setWriteRpcTimeout(params.getRpcTimeout());
    }
    if (params.getOperationTimeout() != UNSET) {
      builder.setOperationTimeout(params.getOperationTimeout());
    }
    NewerHBase.requestAttributes(BufferedMutatorParams.class, params)
        .forEach(
            (key, value) ->
                NewerHBase.setRequestAttribute(TableBuilder.class, builder, key, value));
    return builder.build();
  }

  synchronized void setRpcTimeout(int millis) {
    isOutdated |= millis != params.getRpcTimeout();
    var unused = params.rpcTimeout(millis);
  }

  synchronized void setOperationTimeout(int millis) {
    isOutdated |= millis != params.getOperationTimeout();
    var unused = params.operationTimeout(millis);
  }

  /** Waits for what is on its way. */
  void close() throws IOException {
    Table last;
    synchronized (this) {
      last = opened;
    }
    if (last != null) {
      last.close();
    }
  }
}
