package io.rowlock.janusgraph;

import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.DROP_ON_CLEAR;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.GRAPH_NAME;

import io.rowlock.TableFinding;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.PermanentBackendException;
import org.janusgraph.diskstorage.TemporaryBackendException;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.hbase.HBaseStoreManager;

/**
 * The table of a graph, with the layout of janusgraph-hbase: each store has a column family, with
 * the same name. The two differ only in the family of the locks.
 */
final class GraphTable {

  private final Connection connection;
  private final Configuration config;
  private final TableName name;
  private final Map<String, String> shortNames;

  GraphTable(Connection connection, Configuration config) {
    this.connection = connection;
    this.config = config;
    this.name = TableName.valueOf(nameIn(config));
    this.shortNames =
        config.get(HBaseStoreManager.SHORT_CF_NAMES)
            ? HBaseStoreManager.createShortCfMap(config)
            : Map.of();
  }

  private static String nameIn(Configuration config) {
    return !config.has(HBaseStoreManager.HBASE_TABLE) && config.has(GRAPH_NAME)
        ? config.get(GRAPH_NAME)
        : config.get(HBaseStoreManager.HBASE_TABLE);
  }

  TableName name() {
    return name;
  }

  /** Returns the column family of a store. */
  String family(String store) {
    return shortNames.getOrDefault(store, store);
  }

  /**
   * Creates the table and the family if they do not exist.
   *
   * @throws PermanentBackendException if the table exists and is not fit for transactions
   */
  void ensure(String family) throws BackendException {
    if (config.get(HBaseStoreManager.SKIP_SCHEMA_CHECK)) {
      return;
    }
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        create(admin, family);
      }
      refuseUnfit();
      if (!admin.getDescriptor(name).hasColumnFamily(Bytes.toBytes(family))) {
        add(admin, family);
      }
    } catch (IOException failure) {
      throw new TemporaryBackendException("Table '" + name + "' could not be prepared", failure);
    }
  }

  private void create(Admin admin, String family) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    table.setColumnFamily(descriptor(family));
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

  private void add(Admin admin, String family) throws IOException {
    try {
      admin.addColumnFamily(name, descriptor(family));
    } catch (InvalidFamilyOperationException otherInstance) {
      // It has added the family at the same time.
    }
  }

  private ColumnFamilyDescriptor descriptor(String family) {
    ColumnFamilyDescriptorBuilder builder =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family));
    String compression = config.get(HBaseStoreManager.COMPRESSION);
    if (!compression.equals(HBaseStoreManager.COMPRESSION_DEFAULT)) {
      builder.setCompressionType(Compression.Algorithm.valueOf(compression));
    }
    return builder.build();
  }

  private void refuseUnfit() throws IOException, PermanentBackendException {
    for (TableFinding finding : TransactionAdmin.create(connection).verify(name)) {
      if (finding.isError()) {
        throw new PermanentBackendException(
            ("Table '%s' is not fit for transactions: %s. If it is the table of a graph on plain"
                    + " HBase: stop all instances of the graph, then run"
                    + " 'scripts/rowlock enable %s --scan'")
                .formatted(name, finding.message(), name));
      }
    }
  }

  boolean exists() throws BackendException {
    try (Admin admin = connection.getAdmin()) {
      return admin.tableExists(name);
    } catch (IOException failure) {
      throw new TemporaryBackendException(failure);
    }
  }

  /** Removes all rows, or the table itself if the graph is configured so. */
  void clear() throws BackendException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        return;
      }
      if (admin.isTableEnabled(name)) {
        admin.disableTable(name);
      }
      if (config.get(DROP_ON_CLEAR)) {
        admin.deleteTable(name);
      } else {
        admin.truncateTable(name, true);
      }
    } catch (IOException failure) {
      throw new TemporaryBackendException("Table '" + name + "' could not be cleared", failure);
    }
  }
}
