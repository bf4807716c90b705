package io.rowlock.bench.micro.profile;

import io.rowlock.RetryPolicy;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;

/**
 * A transaction layer whose libraries are not on every class path; it is found by {@link
 * java.util.ServiceLoader}.
 */
public interface Peer {

  /** The label of its mode. */
  String mode();

  /** Starts its servers and fills its table; the workload's close ends them. */
  Workload open(PeerContext context) throws IOException;

  /**
   * What a peer works with: a configuration whose connections count RPCs, and a table that the peer
   * creates and fills, but does not drop.
   */
  public record PeerContext(
      Configuration configuration, Connection connection, ProfileTable table, RetryPolicy policy) {}
}
