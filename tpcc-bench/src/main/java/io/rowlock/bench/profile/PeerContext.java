package io.rowlock.bench.profile;

import io.rowlock.RetryPolicy;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;

/**
 * What a peer works with.
 *
 * @param configuration with it a peer makes connections of its own, whose RPCs are counted too
 * @param table to be made and filled by the peer; not its own to drop
 */
public record PeerContext(
    Configuration configuration, Connection connection, ProfileTable table, RetryPolicy policy) {}
