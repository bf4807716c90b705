package io.rowlock.bench.tpcc.access;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.tpcc.layout.Layout;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Opens clients. */
public final class Clients {
  private Clients() {}

  /**
   * A client with connections of its own.
   *
   * @param configuration of the cluster, and of what counts or delays its requests
   * @param policy how often a transaction is attempted
   */
  public static Client open(
      Mode mode, Configuration configuration, Layout layout, RetryPolicy policy)
      throws IOException {
    StoredRows rows = new StoredRows(layout);
    return switch (mode) {
      case TX -> TransactionClient.open(configuration, rows, policy);
      case RAW -> RawClient.open(configuration, rows, new RawRequests.OneByOne(), false);
      case RAW_BATCHED -> RawClient.open(configuration, rows, new RawRequests.Together(), false);
      case TWO_PHASE -> TwoPhaseClient.open(configuration, rows, policy);
      case RAW_ATOMIC -> RawClient.open(configuration, rows, new RawRequests.Together(), true);
    };
  }
}
