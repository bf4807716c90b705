package io.rowlock;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.ClaimRequest;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.Surroundings;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.CallTelemetry;
import io.rowlock.internal.telemetry.ContextCarrier;
import io.rowlock.internal.telemetry.ContextScheduler;
import io.rowlock.internal.telemetry.ContextStore;
import io.rowlock.internal.telemetry.Telemetry;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
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

  final VirtualTime time;
  final CounterBook counters = new CounterBook();
  final InMemoryRowStore store;
  private final DeadlineTimer deadlines;
  private final Surroundings surroundings;
  private final LockProtocol protocol;
  private final RowlockOptions options;
  private final Telemetry telemetry;

  SimulatedTransactions() {
    this(Interceptor.NONE);
  }

  SimulatedTransactions(Interceptor interceptor) {
    this(interceptor, OpenTelemetry.noop(), Duration.ZERO);
  }

  /** Transactions that are watched. */
  SimulatedTransactions(Interceptor interceptor, OpenTelemetry openTelemetry, Duration slow) {
    this(
        new VirtualTime(),
        new InMemoryRowStore(interceptor),
        RowlockOptions.builder().openTelemetry(openTelemetry).slowTransaction(slow).build(),
        true,
        1);
    store.createTable(TABLE, "f");
  }

  /** One whose time passes only when the test says so. */
  static SimulatedTransactions inStandingTime(Interceptor interceptor, RowlockOptions options) {
    InMemoryRowStore store = new InMemoryRowStore(interceptor);
    store.createTable(TABLE, "f");
    return new SimulatedTransactions(new VirtualTime(), store, options, false, 1);
  }

  private SimulatedTransactions(
      VirtualTime time,
      InMemoryRowStore store,
      RowlockOptions options,
      boolean timePasses,
      long seed) {
    this.time = time;
    this.store = store;
    this.options = options;
    deadlines = new DeadlineTimer(time, time);
    Surroundings virtual = time.surroundings(seed);
    surroundings =
        new Surroundings(
            virtual.clock(),
            new ContextScheduler(
                (delay, task) -> {
                  time.schedule(delay, task);
                  time.advance(timePasses ? delay : Duration.ZERO);
                }),
            virtual.random());
    telemetry =
        new Telemetry(
            options.openTelemetry().orElse(OpenTelemetry.noop()),
            virtual.clock(),
            options.slowTransaction());
    RowStore carrying = new ContextStore(store, new ContextCarrier());
    protocol = new LockProtocol(carrying, carrying, surroundings, options.protocol(), telemetry);
  }

  /** Another client of the same store. */
  SimulatedTransactions anotherProcess() {
    return new SimulatedTransactions(time, store, options, false, 2);
  }

  TransactionCounters counted() {
    return counters.snapshot(0, 0);
  }

  RetryLoop loop() {
    return new RetryLoop(
        (settings, start, claim, told) ->
            attempt(settings, start, ThreadPools.starting(settings, Runnable::run), claim, told),
        surroundings,
        counters,
        Runnable::run,
        options.escalateAfter(),
        options.retryPolicy(),
        telemetry);
  }

  TransactionAttempt attempt() {
    return attempt(Runnable::run);
  }

  TransactionAttempt attempt(Executor callbacks) {
    return attempt(
        TransactionSettings.ofDefaults(),
        now(),
        callbacks,
        ClaimRequest.FIRST,
        telemetry.begin(Optional.empty()));
  }

  private TransactionAttempt attempt(
      TransactionSettings settings,
      TransactionStart start,
      Executor callbacks,
      ClaimRequest claim,
      CallTelemetry told) {
    TransactionEnding ending = ending(settings, start, told, false);
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
    TransactionEnding ending = ending(settings, now(), telemetry.begin(settings.name()), true);
    return new Transaction(ending, tables(ending, Runnable::run), Transaction.Ender.USER);
  }

  private TransactionStart now() {
    return TransactionStart.now(time);
  }

  private TransactionEnding ending(
      TransactionSettings settings, TransactionStart start, CallTelemetry told, boolean isOnly) {
    counters.countBegun();
    TransactionId id = TransactionId.fresh(surroundings.random());
    TransactionLimits limits = new TransactionLimits(options.maxRows(), options.maxCellBytes());
    AttemptTelemetry attempt = told.attempt(id.toString(), isOnly);
    ActiveTransaction active =
        new ActiveTransaction(
            protocol,
            id,
            start.millis(),
            settings.isReadOnly() ? limits.withoutWrites() : limits,
            attempt);
    TransactionLabel label = new TransactionLabel(id.toString(), settings.name());
    TransactionEnding ending = TransactionEnding.of(label, active, counters, attempt);
    settings.timeout().ifPresent(timeout -> ending.expireAt(deadlines, start, timeout));
    return ending;
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
