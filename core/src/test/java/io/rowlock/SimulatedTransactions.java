package io.rowlock;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Alarms;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.CallTelemetry;
import io.rowlock.internal.telemetry.Telemetry;
import io.rowlock.internal.telemetry.TraceContextPropagator;
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
 * Transactions on a table in memory, whose answers come at once; time advances by itself when a
 * transaction waits.
 */
final class SimulatedTransactions {

  static final TableName TABLE = TableName.valueOf("accounts");
  static final byte[] FAMILY = bytes("f");
  static final byte[] QUALIFIER = bytes("q");

  final VirtualTime time;
  final CounterBook counters = new CounterBook();
  final InMemoryRowStore store;
  private final Alarms deadlines;
  private final Environment environment;
  private final LockProtocol protocol;
  private final RowlockOptions options;
  private final Telemetry telemetry;

  SimulatedTransactions() {
    this(Interceptor.NONE);
  }

  SimulatedTransactions(Interceptor interceptor) {
    this(interceptor, OpenTelemetry.noop(), Duration.ZERO);
  }

  /** Creates transactions with these options. */
  SimulatedTransactions(Interceptor interceptor, RowlockOptions options) {
    this(new VirtualTime(), new InMemoryRowStore(interceptor), options, true, 1);
    store.createTable(TABLE, "f");
  }

  /** Creates transactions with telemetry. */
  SimulatedTransactions(Interceptor interceptor, OpenTelemetry openTelemetry, Duration slow) {
    this(
        interceptor,
        RowlockOptions.builder().openTelemetry(openTelemetry).slowTransaction(slow).build());
  }

  /** Creates transactions whose time advances only when the test does so. */
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
    deadlines = new Alarms(time, time);
    Environment virtual = time.environment(seed);
    environment =
        TraceContextPropagator.carrying(
            new Environment(
                virtual.clock(),
                (delay, task) -> {
                  time.schedule(delay, task);
                  time.advance(timePasses ? delay : Duration.ZERO);
                },
                virtual.random()));
    telemetry =
        new Telemetry(
            options.openTelemetry().orElse(OpenTelemetry.noop()),
            virtual.clock(),
            options.slowTransaction());
    protocol = new LockProtocol(store, store, environment, options.protocol(), telemetry);
  }

  /** Returns another client of the same store. */
  SimulatedTransactions anotherProcess() {
    return new SimulatedTransactions(time, store, options, false, 2);
  }

  TransactionCounters counted() {
    return counters.snapshot(0, 0);
  }

  /** Runs a transaction on this thread, as an application's manager does. */
  void run(TransactionAction<IOException> action) throws IOException {
    TransactionWork<Boolean, IOException> work =
        tx -> {
          action.execute(tx);
          return true;
        };
    var unused = loop().call(TransactionSettings.ofDefaults(), work);
  }

  RetryLoop loop() {
    return new RetryLoop(
        (settings, start, reservation, call) ->
            attempt(
                settings,
                start,
                ThreadPools.starting(settings.executor(), Runnable::run),
                reservation,
                call),
        environment,
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
        ReservationRequest.FIRST,
        telemetry.begin(Optional.empty()));
  }

  private TransactionAttempt attempt(
      TransactionSettings settings,
      TransactionStart start,
      Executor callbacks,
      ReservationRequest reservation,
      CallTelemetry call) {
    TransactionHandle handle = handle(settings, start, call, false);
    return new TransactionAttempt(
        new Transaction(handle, tables(handle, callbacks), Transaction.Ender.MANAGER),
        handle,
        callbacks,
        reservation);
  }

  /** Begins a transaction as another client does: it is nested in no other. */
  Transaction begin() {
    return begin(TransactionSettings.ofDefaults());
  }

  Transaction begin(TransactionSettings settings) {
    TransactionHandle handle = handle(settings, now(), telemetry.begin(settings.name()), true);
    return new Transaction(handle, tables(handle, Runnable::run), Transaction.Ender.USER);
  }

  private TransactionStart now() {
    return TransactionStart.now(time);
  }

  private TransactionHandle handle(
      TransactionSettings settings, TransactionStart start, CallTelemetry call, boolean isOnly) {
    counters.begun.increment();
    TransactionId id = TransactionId.fresh(environment.random());
    TransactionLimits limits = new TransactionLimits(options.maxRows(), options.maxCellBytes());
    AttemptTelemetry attempt = call.attempt(id.toString(), isOnly);
    ActiveTransaction active =
        new ActiveTransaction(
            protocol,
            id,
            start.millis(),
            settings.isReadOnly() ? limits.withoutWrites() : limits,
            attempt);
    TransactionLabel label = new TransactionLabel(id.toString(), settings.name());
    TransactionHandle handle =
        TransactionHandle.of(label, active, counters, attempt, isOnly ? null : Nesting.current());
    settings.timeout().ifPresent(timeout -> handle.expireAt(deadlines, start, timeout));
    return handle;
  }

  private static TransactionTables tables(TransactionHandle handle, Executor callbacks) {
    AsyncTable<?> plain = answering(AsyncTable.class, TABLE);
    return new TransactionTables(
        handle.label(),
        handle.active(),
        handle.active().reads(),
        answering(AsyncConnection.class, plain),
        callbacks);
  }

  /** Returns an object that answers every call with the same value. */
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

  /** Runs another client's whole transaction. */
  void overwrite(String row, String value) {
    try (Transaction other = begin()) {
      write(other, row, value);
      other.commit();
    } catch (IOException failed) {
      throw new AssertionError("An undisturbed transaction must not fail", failed);
    }
  }

  /** Returns what a raw reader sees, null if there is nothing. */
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
