package io.rowlock;

import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.Alarms;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.CallTelemetry;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import java.util.concurrent.Executor;

/** Begins transactions, without I/O. Thread-safe. */
record TransactionFactory(
    Engine engine, TransactionLimits limits, CounterBook counters, Alarms deadlines) {

  /** Begins a transaction that the user ends. */
  Transaction begin(TransactionSettings settings) {
    engine.requireOpen();
    TransactionStart start = TransactionStart.now(engine.environment().clock());
    CallTelemetry telemetry = engine.telemetry().begin(settings.name());
    TransactionHandle handle = handle(settings, start, telemetry, true);
    return new Transaction(handle, tables(handle, settings), Transaction.Ender.USER);
  }

  /**
   * Begins an attempt that ends its transaction itself.
   *
   * @param start of the first attempt
   * @param reservation what it reserves before user code runs
   * @param telemetry records it
   */
  Attempt beginAttempt(
      TransactionSettings settings,
      TransactionStart start,
      ReservationRequest reservation,
      CallTelemetry telemetry) {
    engine.requireOpen();
    TransactionHandle handle = handle(settings, start, telemetry, false);
    Transaction transaction =
        new Transaction(handle, tables(handle, settings), Transaction.Ender.MANAGER);
    Executor starts = ThreadPools.starting(settings.executor(), engine.starts());
    return new TransactionAttempt(transaction, handle, starts, reservation);
  }

  private TransactionHandle handle(
      TransactionSettings settings,
      TransactionStart start,
      CallTelemetry telemetry,
      boolean isOnly) {
    counters.begun.increment();
    TransactionId id = TransactionId.fresh(engine.environment().random());
    TransactionLimits own = settings.isReadOnly() ? limits.withoutWrites() : limits;
    AttemptTelemetry attempt = telemetry.attempt(id.toString(), isOnly);
    TransactionHandle handle =
        TransactionHandle.of(
            new TransactionLabel(id.toString(), settings.name()),
            new ActiveTransaction(engine.protocol(), id, start.millis(), own, attempt),
            counters,
            attempt,
            Nesting.current());
    settings.timeout().ifPresent(timeout -> handle.expireAt(deadlines, start, timeout));
    return handle;
  }

  private TransactionTables tables(TransactionHandle handle, TransactionSettings settings) {
    Executor callbacks = ThreadPools.callbacks(settings.executor(), engine.callbacks());
    return new TransactionTables(
        handle.label(), handle.active(), handle.active().reads(), engine.connection(), callbacks);
  }
}
