package io.rowlock.janusgraph;

import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.DB_CACHE;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.PAGE_SIZE;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.STORAGE_NS;
import static org.janusgraph.graphdb.configuration.GraphDatabaseConfiguration.buildGraphConfiguration;

import io.rowlock.TransactionSettings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.janusgraph.diskstorage.BackendException;
import org.janusgraph.diskstorage.BaseTransactionConfig;
import org.janusgraph.diskstorage.StaticBuffer;
import org.janusgraph.diskstorage.StoreMetaData;
import org.janusgraph.diskstorage.common.AbstractStoreManager;
import org.janusgraph.diskstorage.configuration.ConfigNamespace;
import org.janusgraph.diskstorage.configuration.ConfigOption;
import org.janusgraph.diskstorage.configuration.Configuration;
import org.janusgraph.diskstorage.configuration.MergedConfiguration;
import org.janusgraph.diskstorage.keycolumnvalue.KCVMutation;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStore;
import org.janusgraph.diskstorage.keycolumnvalue.KeyColumnValueStoreManager;
import org.janusgraph.diskstorage.keycolumnvalue.KeyRange;
import org.janusgraph.diskstorage.keycolumnvalue.StandardStoreFeatures;
import org.janusgraph.diskstorage.keycolumnvalue.StoreFeatures;
import org.janusgraph.diskstorage.keycolumnvalue.StoreTransaction;
import org.janusgraph.diskstorage.util.time.TimestampProviders;
import org.janusgraph.graphdb.configuration.PreInitializeConfigOptions;
import org.janusgraph.graphdb.transaction.TransactionConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The storage backend: {@code storage.backend = io.rowlock.janusgraph.RowlockStoreManager}. It
 * stores a graph in the table, and has the options, of janusgraph-hbase. Thread-safe.
 *
 * <p>A transaction of JanusGraph is one of Rowlock. Its commit is atomic and strictly serializable,
 * so that JanusGraph's own locks are not needed: a lock is a validated read. Scans, and
 * transactions that the user has begun as read-only, are not validated.
 */
@PreInitializeConfigOptions
public final class RowlockStoreManager extends AbstractStoreManager
    implements KeyColumnValueStoreManager {

  /** The options that janusgraph-hbase does not have. */
  public static final ConfigNamespace ROWLOCK_NS =
      new ConfigNamespace(STORAGE_NS, "rowlock", "Options of Rowlock");

  /** Whether commits validate what the transaction has read; also an option of a transaction. */
  public static final ConfigOption<Boolean> VALIDATE_READS =
      new ConfigOption<>(
          ROWLOCK_NS,
          "validate-reads",
          "Whether the commit of a transaction that is not read-only fails if a row that it has"
              + " read has changed since",
          ConfigOption.Type.MASKABLE,
          true);

  private static final Logger LOG = LoggerFactory.getLogger(RowlockStoreManager.class);
  private static final TransactionSettings SETTINGS = TransactionSettings.named("janusgraph");

  private final HBaseClient client;
  private final GraphTable table;
  private final Map<String, RowlockStore> stores = new ConcurrentHashMap<>();

  /**
   * Connects to HBase. JanusGraph calls it.
   *
   * @throws BackendException if the cluster cannot be reached
   */
  public RowlockStoreManager(Configuration config) throws BackendException {
    super(config);
    if (config.get(DB_CACHE)) {
      LOG.warn(
          "cache.db-cache is true: reads that the cache answers may be stale, and are not"
              + " validated");
    }
    client = HBaseClient.open(HBaseSettings.of(config));
    table = table(client, config);
  }

  private static GraphTable table(HBaseClient client, Configuration config)
      throws BackendException {
    try {
      return new GraphTable(client.connection(), config);
    } catch (RuntimeException illegalName) {
      client.close();
      throw illegalName;
    }
  }

  @Override
  public StoreFeatures getFeatures() {
    return new StandardStoreFeatures.Builder()
        .transactional(true)
        .locking(true)
        .optimisticLocking(true)
        .keyConsistent(buildGraphConfiguration())
        .scanTxConfig(buildGraphConfiguration().set(VALIDATE_READS, false))
        .orderedScan(true)
        .unorderedScan(true)
        .keyOrdered(true)
        .multiQuery(true)
        .batchMutation(true)
        .distributed(true)
        // As janusgraph-hbase: a graph can move between the two.
        .timestamps(true)
        .preferredTimestamps(TimestampProviders.MILLI)
        .build();
  }

  @Override
  public StoreTransaction beginTransaction(BaseTransactionConfig config) {
    return new RowlockStoreTransaction(
        config, client.transactions().begin(SETTINGS), table.name(), isValidated(config));
  }

  private boolean isValidated(BaseTransactionConfig config) {
    boolean isReadOnly = config instanceof TransactionConfiguration user && user.isReadOnly();
    return !isReadOnly
        && new MergedConfiguration(config.getCustomOptions(), storageConfig).get(VALIDATE_READS);
  }

  @Override
  public synchronized KeyColumnValueStore openDatabase(
      String name, StoreMetaData.Container metaData) throws BackendException {
    RowlockStore open = stores.get(name);
    if (open != null) {
      return open;
    }
    String family = table.family(name);
    table.ensure(family);
    RowlockStore store =
        new RowlockStore(name, family, getMetaDataSchema(name), storageConfig.get(PAGE_SIZE));
    stores.put(name, store);
    return store;
  }

  @Override
  public void mutateMany(
      Map<String, Map<StaticBuffer, KCVMutation>> mutations, StoreTransaction transaction)
      throws BackendException {
    Mutations all = new Mutations();
    for (Map.Entry<String, Map<StaticBuffer, KCVMutation>> store : mutations.entrySet()) {
      String family = table.family(store.getKey());
      for (Map.Entry<StaticBuffer, KCVMutation> row : store.getValue().entrySet()) {
        all.add(family, row.getKey(), row.getValue());
      }
    }
    all.writeTo(RowlockStoreTransaction.of(transaction));
  }

  /**
   * Not supported: JanusGraph never asks, because the {@linkplain #getFeatures features} deny it.
   */
  @Override
  public List<KeyRange> getLocalKeyPartition() {
    throw new UnsupportedOperationException("No store is local");
  }

  @Override
  public String getName() {
    return table.name().getNameAsString();
  }

  @Override
  public boolean exists() throws BackendException {
    return table.exists();
  }

  /** Removes all rows, or with {@code storage.drop-on-clear} the table. */
  @Override
  public void clearStorage() throws BackendException {
    stores.clear();
    table.clear(client.transactions());
  }

  @Override
  public void close() throws BackendException {
    client.close();
  }

  @Override
  public String toString() {
    return "rowlock[" + table.name() + "]";
  }
}
