package io.rowlock.connection;

import java.io.IOException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.jspecify.annotations.Nullable;

/** HBase's own mutator of a table, which is opened at its first use. Thread-safe. */
final class PlainMutator {

  private final Connection plain;
  private final BufferedMutatorParams params;
  private @Nullable BufferedMutator opened;

  PlainMutator(Connection plain, BufferedMutatorParams params) {
    this.plain = plain;
    this.params = params;
  }

  synchronized BufferedMutator get() throws IOException {
    BufferedMutator present = opened;
    if (present == null) {
      present = plain.getBufferedMutator(params);
      opened = present;
    }
    return present;
  }

  synchronized void flush() throws IOException {
    if (opened != null) {
      opened.flush();
    }
  }

  synchronized void close() throws IOException {
    if (opened != null) {
      opened.close();
    }
  }
}
