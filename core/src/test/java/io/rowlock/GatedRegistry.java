package io.rowlock;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;

/**
 * A place where HBase's client finds its cluster as late as a test likes. Tells when the connection
 * that was made of it is closed. One at a time, as HBase makes it by reflection.
 */
public final class GatedRegistry implements ConnectionRegistry {

  private static CompletableFuture<String> clusterId = new CompletableFuture<>();
  private static CompletableFuture<String> closed = new CompletableFuture<>();

  /** As HBase 2.6 makes it. */
  public GatedRegistry(Configuration unused, User user) {}

  /** As HBase 2.5 makes it. */
  public GatedRegistry(Configuration unused) {}

  /** The configuration of clients that wait at the gate. */
  static Configuration shut() {
    clusterId = new CompletableFuture<>();
    closed = new CompletableFuture<>();
    Configuration configuration = HBaseConfiguration.create();
    configuration.setClass(
        "hbase.client.registry.impl", GatedRegistry.class, ConnectionRegistry.class);
    return configuration;
  }

  /** From now on there is a cluster. */
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
