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

  /** The name of its mode, as users write it. */
  String mode();

  /** Starts what it needs and fills its table; closing the workload ends all of it. */
  Workload open(PeerContext context) throws IOException;

  /**
   * What a peer works with: a configuration whose connections count RPCs, and a table that the peer
   * creates and fills, but does not drop.
   */
  public record PeerContext(
      Configuration configuration, Connection connection, ProfileTable table, RetryPolicy policy) {}
}
