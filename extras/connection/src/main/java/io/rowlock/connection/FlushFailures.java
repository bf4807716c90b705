package io.rowlock.connection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.jspecify.annotations.Nullable;

/** The mutations that one flush could not write, with their failures. Not thread-safe. */
final class FlushFailures {

  private final List<Row> mutations = new ArrayList<>();
  private final List<Throwable> causes = new ArrayList<>();
  private final List<String> servers = new ArrayList<>();

  void add(List<Mutation> failed, Throwable why) {
    mutations.addAll(failed);
    causes.addAll(Collections.nCopies(failed.size(), why));
    servers.addAll(Collections.nCopies(failed.size(), WholeBatch.NO_SERVER));
  }

  void add(RetriesExhaustedWithDetailsException details) {
    for (int i = 0; i < details.getNumExceptions(); i++) {
      mutations.add(details.getRow(i));
      causes.add(details.getCause(i));
      servers.add(details.getHostnamePort(i));
    }
  }

  /**
   * Reports all of them at once, if there are any.
   *
   * @param listener null: they are thrown
   */
  void report(BufferedMutator.@Nullable ExceptionListener listener, BufferedMutator of)
      throws RetriesExhaustedWithDetailsException {
    if (mutations.isEmpty()) {
      return;
    }
    RetriesExhaustedWithDetailsException details = WholeBatch.details(mutations, causes, servers);
    if (listener == null) {
      throw details;
    }
    listener.onException(details, of);
  }
}
