package io.rowlock;

import io.rowlock.internal.protocol.ClaimRequest;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.TransactionId;
import io.rowlock.internal.protocol.TransactionObserver;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on a table in memory, whose answers come at once; where something waits, time passes
 * by itself.
 */
final class SimulatedTransactions {

  static final TableName TABLE = TableName.valueOf("accounts");
  static final byte[] FAMILY = bytes("f");
  static final byte[] QUALIFIER = bytes("q");

  private static final TransactionOptions OPTIONS = TransactionOptions.ofDefaults();

  final VirtualTime time = new VirtualTime();
  final CounterBook counters = new CounterBook();
  final InMemoryRowStore store;
  private final Surroundings surroundings;
  private final LockProtocol protocol;

  SimulatedTransactions() {
    this(Interceptor.NONE);
  }

  SimulatedTransactions(Interceptor interceptor) {
    store = new InMemoryRowStore(interceptor);
    store.createTable(TABLE, "f");
    Surroundings virtual = time.surroundings(1);
    surroundings =
        new Surroundings(
            virtual.clock(),
            (delay, task) -> {
              time.schedule(delay, task);
              time.advance(delay);
            },
            virtual.random());
    protocol = new LockProtocol(store, store, surroundings, OPTIONS.protocol());
  }

  TransactionCounters counted() {
    return counters.snapshot(0, 0);
  }

  RetryLoop loop() {
    return new RetryLoop(
        (settings, age, claim) -> attempt(settings, Runnable::run, claim),
        surroundings,
        counters,
        Runnable::run,
        OPTIONS.escalateAfter(),
        OPTIONS.retryPolicy());
  }

  TransactionAttempt attempt() {
    return attempt(Runnable::run);
  }

  TransactionAttempt attempt(Executor callbacks) {
    return attempt(TransactionSettings.ofDefaults(), callbacks, ClaimRequest.FIRST);
  }

  private TransactionAttempt attempt(
      TransactionSettings settings, Executor callbacks, ClaimRequest claim) {
    TransactionEnding ending = ending(settings);
    return new TransactionAttempt(
        new Transaction(ending, tables(ending, callbacks), Transaction.Ender.MANAGER),
        ending,
        callbacks,
        claim);
  }

  Transaction begin() {
    return begin(TransactionSettings.ofDefaults());
  }

  Transaction begin(TransactionSettings settings) {
    TransactionEnding ending = ending(settings);
    return new Transaction(ending, tables(ending, Runnable::run), Transaction.Ender.USER);
  }

  private TransactionEnding ending(TransactionSettings settings) {
    counters.countBegun();
    TransactionId id = TransactionId.fresh(surroundings.random());
    TransactionLimits limits = new TransactionLimits(OPTIONS.maxRows(), OPTIONS.maxCellBytes());
    ActiveTransaction active =
        new ActiveTransaction(protocol, id, time.currentMillis(), limits, TransactionObserver.NONE);
    TransactionLabel label = new TransactionLabel(id.toString(), settings.name());
    return new TransactionEnding(label, active, counters);
  }

  private static TransactionTables tables(TransactionEnding ending, Executor callbacks) {
    AsyncTable<?> plain = answering(AsyncTable.class, TABLE);
    return new TransactionTables(
        ending.label(), ending.active(), answering(AsyncConnection.class, plain), callbacks);
  }

  /** An object that answers every call with the same. */
  private static <T> T answering(Class<T> type, Object answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> answer));
  }

  static @Nullable String read(Transaction transaction, String row) throws IOException {
    try (Table table = transaction.table(TABLE)) {
      byte[] value = table.get(new Get(bytes(row))).getValue(FAMILY, QUALIFIER);
      return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }
  }

  static void write(Transaction transaction, String row, String value) throws IOException {
    try (Table table = transaction.table(TABLE)) {
      table.put(new Put(bytes(row)).addColumn(FAMILY, QUALIFIER, bytes(value)));
    }
  }

  /** Another client's transaction, from beginning to end. */
  void overwrite(String row, String value) {
    try (Transaction other = begin()) {
      write(other, row, value);
      other.commit();
    } catch (IOException failed) {
      throw new AssertionError("A transaction that nobody disturbs must not fail", failed);
    }
  }

  /** What a raw reader sees, null when there is nothing. */
  @Nullable String stored(String row) {
    StoredRow stored = store.rawGet(new RowKey(TABLE, bytes(row)));
    return stored.cells().stream()
        .filter(cell -> CellUtil.matchingFamily(cell, FAMILY))
        .map(cell -> new String(CellUtil.cloneValue(cell), StandardCharsets.UTF_8))
        .findFirst()
        .orElse(null);
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
