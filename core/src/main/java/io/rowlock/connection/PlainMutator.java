package io.rowlock.connection;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutator.ExceptionListener;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.jspecify.annotations.Nullable;

/**
 * HBase's own mutator of a table, which is opened at its first use. It never flushes by a timer:
 * its owner writes when it flushes. Thread-safe; no request is made under the lock.
 */
final class PlainMutator {

  private final Connection plain;
  private final BufferedMutatorParams params;
  private @Nullable BufferedMutator opened;
  private boolean isClosed;

  PlainMutator(Connection plain, BufferedMutatorParams params) {
    this.plain = plain;
    this.params = params.clone().setWriteBufferPeriodicFlushTimeoutMs(0);
  }

  /** Sets who learns of failures, before the first write. */
  void listen(ExceptionListener listener) {
    var unused = params.listener(listener);
  }

  /**
   * Writes mutations, and keeps none.
   *
   * @throws IllegalStateException if it is closed
   */
  void write(List<Mutation> mutations) throws IOException {
    BufferedMutator mutator = get();
    mutator.mutate(mutations);
    mutator.flush();
  }

  private synchronized BufferedMutator get() throws IOException {
    if (isClosed) {
      throw new IllegalStateException("The mutator is closed");
    }
    BufferedMutator present = opened;
    if (present == null) {
      present = plain.getBufferedMutator(params);
      opened = present;
    }
    return present;
  }

  private synchronized @Nullable BufferedMutator opened() {
    return opened;
  }

  synchronized void setRpcTimeout(int millis) {
    var unused = params.rpcTimeout(millis);
    if (opened != null) {
      opened.setRpcTimeout(millis);
    }
  }

  synchronized void setOperationTimeout(int millis) {
    var unused = params.operationTimeout(millis);
    if (opened != null) {
      opened.setOperationTimeout(millis);
    }
  }

  void close() throws IOException {
    synchronized (this) {
      isClosed = true;
    }
    BufferedMutator present = opened();
    if (present != null) {
      present.close();
    }
  }
}
