package io.rowlock.metrics;

import io.rowlock.SimulatedManager;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.internal.hbase.HBaseStoreSettings;
import io.rowlock.internal.hbase.HBaseStores;
import io.rowlock.internal.hbase.RpcCounter;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.telemetry.TraceContextPropagator;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The library's classes between {@code TransactionManager.run} and a request: those on the stack
 * when the store, or HBase's client, receives it. A class counts once, together with its nested
 * classes and lambdas. Of all requests of a transaction the longest path counts.
 *
 * <p>All answers come at once, so that the path is on one stack: an answer that comes later cuts
 * the stack, not the path. The classes that process an answer are not counted: a future runs them
 * one after the other, each below no other. The transaction is the manager's second one, because
 * the first one also asks for the table.
 */
enum RequestPath {
  READ(true),
  COMMIT_OF_ONE_ROW(true),
  COMMIT_IN_ONE_REGION(true),
  COMMIT_ROW_BY_ROW(false);

  private static final TableName TABLE = TableName.valueOf("path");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private final boolean inOneRegion;

  RequestPath(boolean inOneRegion) {
    this.inOneRegion = inOneRegion;
  }

  /** Returns all paths, by a name that states the kind of request and where the path ends. */
  static Map<String, List<String>> all() throws IOException {
    Map<String, List<String>> paths = new TreeMap<>();
    for (RequestPath kind : values()) {
      String name = kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
      paths.put(name + "-to-store", kind.toStore());
      paths.put(name + "-to-hbase", kind.toHBase());
    }
    return paths;
  }

  /** Returns the names of the classes, the manager first. */
  List<String> toStore() throws IOException {
    InMemoryRowStore memory = new InMemoryRowStore();
    memory.createTable(TABLE, "f");
    if (inOneRegion) {
      memory.colocate();
    }
    LongestStack stack = new LongestStack();
    return longest(stack, stack.watching(RowStore.class, memory), new VirtualTime().environment(1));
  }

  /** Returns the names of the classes, the manager first. */
  List<String> toHBase() throws IOException {
    LongestStack stack = new LongestStack();
    AsyncConnection hbase =
        new ReadyConnection(TABLE, FAMILY, inOneRegion, stack::note).connection();
    Environment bare = new VirtualTime().environment(1);
    Environment environment =
        new Environment(
            bare.clock(), bare.scheduler(), bare.random(), new TraceContextPropagator());
    HBaseStores stores =
        new HBaseStores(
            hbase,
            "user",
            hbase,
            new HBaseStoreSettings(Duration.ofSeconds(2), Duration.ofSeconds(10), 8, true),
            environment);
    return longest(stack, stores.counting(new RpcCounter()), environment);
  }

  private List<String> longest(LongestStack stack, RowStore store, Environment environment)
      throws IOException {
    TransactionManager transactions =
        SimulatedManager.of(store, environment, settings(), Runnable::run, 3, 1000).manager();
    transactions.run(this::request);
    stack.forget();
    transactions.run(this::request);
    return stack.classes();
  }

  private static ProtocolSettings settings() {
    return new ProtocolSettings(
        Duration.ofSeconds(5), Duration.ofSeconds(1), 1000, 1_000_000, true, 100);
  }

  private void request(Transaction tx) throws IOException {
    if (this == READ) {
      tx.table(TABLE).get(new Get(new byte[] {1}));
      return;
    }
    put(tx, 1);
    if (this != COMMIT_OF_ONE_ROW) {
      put(tx, 2);
    }
  }

  private static void put(Transaction tx, int row) throws IOException {
    tx.table(TABLE).put(new Put(new byte[] {(byte) row}).addColumn(FAMILY, FAMILY, FAMILY));
  }
}
