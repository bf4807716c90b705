package io.rowlock.janusgraphtests;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.janusgraph.core.JanusGraphFactory;
import org.janusgraph.diskstorage.Backend;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.configuration.ModifiableConfiguration;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.janusgraph.diskstorage.util.time.TimestampProviders;
import org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration;
import org.janusgraph.graphdb.database.idassigner.placement.SimpleBulkPlacementStrategy;

/** The storage that the tests of this JVM run on: in the mode of a system property. */
final class TestedStorage {

  /** The system property with the label of the {@link StorageMode}. */
  static final String MODE = "rowlock.janusgraph.mode";

  /** The table of {@code JanusGraphTest}. */
  static final String GRAPHS = "graphs";

  private static final Duration AHEAD = Duration.ofSeconds(65);

  private TestedStorage() {}

  /**
   * Returns the configuration of a graph, with the settings with which JanusGraph tests HBase. To
   * clear a graph deletes its rows, because to create its table again takes a quarter of a minute.
   */
  static ModifiableConfiguration configuration(String table) {
    StorageMode mode = mode();
    ModifiableConfiguration configuration = GraphDatabaseConfiguration.buildGraphConfiguration();
    configuration.set(GraphDatabaseConfiguration.TIMESTAMP_PROVIDER, TimestampProviders.MILLI);
    configuration.set(SimpleBulkPlacementStrategy.CONCURRENT_PARTITIONS, 1);
    configuration.set(GraphDatabaseConfiguration.DROP_ON_CLEAR, false);
    Map<String, String> settings = mode.settings(mode.label() + "_" + table + Part.ofThisJvm());
    settings.forEach(configuration.getConfiguration()::set);
    return configuration;
  }

  static KeyColumnValueStoreManager open() throws BackendException {
    // Rows of a table that has just become transactional have timestamps up to a minute ahead,
    // and JanusGraph would delete only those up to now: so it drops the table, in all modes.
    return open(configuration("stores").set(GraphDatabaseConfiguration.DROP_ON_CLEAR, true));
  }

  /** Opens the store manager that {@code storage.backend} names. */
  static KeyColumnValueStoreManager open(ModifiableConfiguration configuration)
      throws BackendException {
    return Backend.getStorageManager(configuration);
  }

  /**
   * Creates the table of a graph, and where JanusGraph itself deletes the rows to clear it, waits
   * until those of a table that has just become transactional are no longer ahead of the clock.
   */
  static void settle(String table) {
    JanusGraphFactory.open(configuration(table).getConfiguration()).close();
    if (mode() == StorageMode.CONFIGURED) {
      LockSupport.parkNanos(AHEAD.toNanos());
    }
  }

  private static StorageMode mode() {
    return StorageMode.of(Objects.requireNonNull(System.getProperty(MODE), MODE));
  }
}
