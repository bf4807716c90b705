package io.rowlock;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;

/**
 * A registry through which HBase's client finds its cluster when the test allows it. Reports when
 * the connection that uses it is closed. One at a time, because HBase creates it by reflection.
 */
public final class GatedRegistry implements ConnectionRegistry {

  private static CompletableFuture<String> clusterId = new CompletableFuture<>();
  private static CompletableFuture<String> closed = new CompletableFuture<>();

  /** The constructor for HBase 2.6. */
  public GatedRegistry(Configuration unused, User user) {}

  /** The constructor for HBase 2.5. */
  public GatedRegistry(Configuration unused) {}

  /** Returns the configuration of clients that wait for the cluster. */
  static Configuration shut() {
    clusterId = new CompletableFuture<>();
    closed = new CompletableFuture<>();
    Configuration configuration = HBaseConfiguration.create();
    configuration.setClass(
        "hbase.client.registry.impl", GatedRegistry.class, ConnectionRegistry.class);
    return configuration;
  }

  /** Makes the cluster available from now on. */
  static void open() {
    clusterId.complete("cluster");
  }

  /** Completes when the connection is closed. */
  static CompletableFuture<String> closed() {
    return closed;
  }

  @Override
  public CompletableFuture<RegionLocations> getMetaRegionLocations() {
    return new CompletableFuture<>();
  }

  @Override
  public CompletableFuture<String> getClusterId() {
    return clusterId;
  }

  @Override
  public CompletableFuture<ServerName> getActiveMaster() {
    return new CompletableFuture<>();
  }

  @Override
  public String getConnectionString() {
    return "gate";
  }

  @Override
  public void close() {
    closed.complete("closed");
  }
}
