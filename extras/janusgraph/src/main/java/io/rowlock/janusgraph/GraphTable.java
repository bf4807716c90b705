package io.rowlock.janusgraph;

import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.DROP_ON_CLEAR;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.GRAPH_NAME;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.IDS_STORE_NAME;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.SYSTEM_PROPERTIES_STORE_NAME;

import io.rowlock.TableFinding;
import io.rowlock.TransactionManager;
import io.rowlock.admin.TransactionAdmin;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.hbase.InvalidFamilyOperationException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.janusgraph.diskstorage.Backend;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.PermanentBackendException;
import org.janusgraph.diskstorage.TemporaryBackendException;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.hbase.HBaseStoreManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The table of a graph, with the layout of janusgraph-hbase: each store has a column family, with
 * the same name. The two differ only in the family of the locks.
 */
final class GraphTable {

  private static final Logger LOG = LoggerFactory.getLogger(GraphTable.class);

  private final Connection connection;
  private final Configuration config;
  private final TableName name;
  private final Map<String, String> names;
  private final Map<String, String> otherNames;
  private final TableCreation creation;

  GraphTable(Connection connection, Configuration config) {
    this.connection = connection;
    this.config = config;
    this.name = TableName.valueOf(nameIn(config));
    var shortNames = HBaseStoreManager.createShortCfMap(config);
    boolean isShort = config.get(HBaseStoreManager.SHORT_CF_NAMES);
    this.names = isShort ? shortNames : Map.of();
    this.otherNames = isShort ? shortNames.inverse() : shortNames;
    this.creation = new TableCreation(connection, config, name);
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
    return names.getOrDefault(store, store);
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
        creation.create(admin, families(family));
      }
      refuseUnfit();
      TableDescriptor table = admin.getDescriptor(name);
      if (!has(table, family) && !isNamedOtherwise(table, family)) {
        add(admin, family);
      }
    } catch (IOException failure) {
      throw new TemporaryBackendException("Table '" + name + "' could not be prepared", failure);
    }
  }

  /** A new table has the families of every graph, because adding one later reopens the regions. */
  private Set<String> families(String first) {
    Set<String> families = new TreeSet<>(Set.of(first));
    for (String store :
        List.of(
            Backend.EDGESTORE_NAME,
            Backend.INDEXSTORE_NAME,
            config.get(IDS_STORE_NAME),
            SYSTEM_PROPERTIES_STORE_NAME,
            Backend.SYSTEM_MGMT_LOG_NAME,
            Backend.SYSTEM_TX_LOG_NAME)) {
      families.add(family(store));
    }
    return families;
  }

  private static boolean has(TableDescriptor table, String family) {
    return table.hasColumnFamily(Bytes.toBytes(family));
  }

  /**
   * Returns whether the table has the store's family under its other name. A second family would be
   * that of an empty graph.
   */
  private boolean isNamedOtherwise(TableDescriptor table, String family) {
    String other = otherNames.get(family);
    if (other == null || !has(table, other)) {
      return false;
    }
    LOG.warn(
        "Configuration {}={}, but table '{}' has the family '{}' and not '{}': change {}, or the"
            + " graph cannot be read",
        HBaseStoreManager.SHORT_CF_NAMES.getName(),
        config.get(HBaseStoreManager.SHORT_CF_NAMES),
        name,
        other,
        family,
        HBaseStoreManager.SHORT_CF_NAMES.getName());
    return true;
  }

  private void add(Admin admin, String family) throws IOException {
    try {
      admin.addColumnFamily(name, creation.family(family));
    } catch (InvalidFamilyOperationException otherInstance) {
      // It has added the family at the same time.
    }
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
  void clear(TransactionManager transactions) throws BackendException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        return;
      }
      if (config.get(DROP_ON_CLEAR)) {
        drop(admin);
      } else {
        new RowDeletion(transactions, name).run();
      }
    } catch (IOException failure) {
      throw new TemporaryBackendException("Table '" + name + "' could not be cleared", failure);
    }
  }

  private void drop(Admin admin) throws IOException {
    if (admin.isTableEnabled(name)) {
      admin.disableTable(name);
    }
    admin.deleteTable(name);
  }
}
