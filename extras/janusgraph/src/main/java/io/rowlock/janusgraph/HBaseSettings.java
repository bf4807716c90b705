package io.rowlock.janusgraph;

import static org.janusgraph.diskstorage.hbase.HBaseStoreManager.HBASE_CONFIGURATION_NAMESPACE;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.STORAGE_HOSTS;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.STORAGE_PORT;

import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.janusgraph.diskstorage.configuration.Configuration;

/** Translates JanusGraph's configuration to HBase's. The keys are those of janusgraph-hbase. */
final class HBaseSettings {

  private HBaseSettings() {}

  static org.apache.hadoop.conf.Configuration of(Configuration graph) {
    org.apache.hadoop.conf.Configuration hbase = HBaseConfiguration.create();
    graph
        .getSubset(HBASE_CONFIGURATION_NAMESPACE)
        .forEach((key, value) -> hbase.set(key, value.toString()));
    if (graph.has(STORAGE_HOSTS)) {
      hbase.set(HConstants.ZOOKEEPER_QUORUM, String.join(",", graph.get(STORAGE_HOSTS)));
    }
    if (graph.has(STORAGE_PORT)) {
      hbase.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, graph.get(STORAGE_PORT));
    }
    return hbase;
  }
}
