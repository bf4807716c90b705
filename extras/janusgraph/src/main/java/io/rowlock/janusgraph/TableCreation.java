package io.rowlock.janusgraph;

import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.hbase.HBaseStoreManager;

/** Creates the table of a graph, with the compression and the regions that are configured. */
final class TableCreation {

  private final Connection connection;
  private final Configuration config;
  private final TableName name;

  TableCreation(Connection connection, Configuration config, TableName name) {
    this.connection = connection;
    this.config = config;
    this.name = name;
  }

  void create(Admin admin, Set<String> families) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    families.forEach(family -> table.setColumnFamily(family(family)));
    try {
      TransactionAdmin.create(connection).createTable(table.build(), splitKeys(regions(admin)));
    } catch (TableExistsException otherInstance) {
      // It has created the table at the same time.
    }
  }

  private int regions(Admin admin) throws IOException {
    if (config.has(HBaseStoreManager.REGION_COUNT)) {
      return config.get(HBaseStoreManager.REGION_COUNT);
    }
    return config.has(HBaseStoreManager.REGIONS_PER_SERVER)
        ? config.get(HBaseStoreManager.REGIONS_PER_SERVER) * admin.getRegionServers().size()
        : 1;
  }

  /** Divides the space of keys evenly. JanusGraph's keys begin with the bits of a partition. */
  private static byte[][] splitKeys(int regions) {
    byte[][] keys = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      keys[i - 1] = Bytes.toBytes((int) ((1L << Integer.SIZE) / regions * i));
    }
    return keys;
  }

  /** Returns the descriptor of a new family. */
  ColumnFamilyDescriptor family(String family) {
    ColumnFamilyDescriptorBuilder builder =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family));
    String compression = config.get(HBaseStoreManager.COMPRESSION);
    if (!compression.equals(HBaseStoreManager.COMPRESSION_DEFAULT)) {
      builder.setCompressionType(Compression.Algorithm.valueOf(compression));
    }
    return builder.build();
  }
}
