package io.rowlock.it.conformance;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.hbase.HBaseStoreSettings;
import io.rowlock.internal.hbase.HBaseStores;
import io.rowlock.internal.hbase.RpcCounter;
import io.rowlock.internal.hbase.SystemClock;
import io.rowlock.internal.hbase.TimerScheduler;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.it.kit.Await;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** A store on the cluster of the tests, and helpers for tests of it. */
final class StoreFixture implements AutoCloseable {

  private final EmbeddedHBase hbase;
  private final AsyncConnection connection;
  private final AsyncConnection once;
  private final TimerScheduler scheduler = new TimerScheduler(Runnable::run);
  private final RpcCounter counter = new RpcCounter();
  private final RowStore store;

  StoreFixture(EmbeddedHBase hbase) throws Exception {
    this.hbase = hbase;
    this.connection = ConnectionFactory.createAsyncConnection(hbase.configuration()).get();
    Configuration withoutRetries = new Configuration(hbase.configuration());
    withoutRetries.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    this.once = ConnectionFactory.createAsyncConnection(withoutRetries).get();
    this.store =
        new HBaseStores(
                connection,
                "tester",
                once,
                new HBaseStoreSettings(Duration.ofSeconds(10), Duration.ofSeconds(30), 16, true),
                new Environment(new SystemClock(), scheduler, new SecureRandom()::nextLong))
            .counting(counter);
  }

  RowStore store() {
    return store;
  }

  long rpcs() {
    return counter.sum();
  }

  /**
   * Creates a table with one user family, the lock family, and regions that start at the split
   * points.
   */
  void createTable(TableName name, String... splitPoints) throws IOException {
    hbase
        .utility()
        .getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(LockColumn.family()))
                .setCoprocessor("org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint")
                .build(),
            Arrays.stream(splitPoints).map(Bytes::toBytes).toArray(byte[][]::new));
  }

  /** Moves the first regions of the table to the servers with these numbers, and waits. */
  void moveRegions(TableName table, int... servers) throws IOException, InterruptedException {
    List<RegionInfo> regions = hbase.utility().getAdmin().getRegions(table);
    for (int i = 0; i < servers.length; i++) {
      ServerName server =
          hbase.utility().getHBaseCluster().getRegionServer(servers[i]).getServerName();
      hbase.utility().moveRegionAndWait(regions.get(i), server);
    }
  }

  void putPlainly(TableName name, Put put) throws IOException {
    try (Table table = hbase.utility().getConnection().getTable(name)) {
      table.put(put);
    }
  }

  void deletePlainly(TableName name, Delete delete) throws IOException {
    try (Table table = hbase.utility().getConnection().getTable(name)) {
      table.delete(delete);
    }
  }

  void flushAndCompact(TableName table) throws IOException {
    hbase.utility().flush(table);
    hbase.utility().compact(table, true);
  }

  WriteOutcome write(RowKey key, @Nullable StoredLock expected, StoredLock lock, Mutation... data) {
    return store
        .write(new ConditionalWrite(key, expected, lock, Arrays.asList(data), Durability.SYNC_WAL))
        .join();
  }

  /** Sends the write while the table's first region is closing, and lets it be repeated then. */
  WriteOutcome writeWhileClosing(TableName table, Supplier<CompletableFuture<WriteOutcome>> write)
      throws Exception {
    HRegion region = hbase.utility().getHBaseCluster().getRegions(table).get(0);
    long before = rpcs();
    region.setClosing(true);
    CompletableFuture<WriteOutcome> outcome;
    try {
      outcome = write.get();
      Await.until("repeated", Duration.ofMinutes(1), () -> rpcs() >= before + 2);
    } finally {
      region.setClosing(false);
    }
    return outcome.join();
  }

  @Override
  public void close() throws IOException {
    scheduler.close();
    once.close();
    connection.close();
  }
}
