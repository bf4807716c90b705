package io.rowlock;

import io.rowlock.internal.protocol.contention.ClaimRequest;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.CallTelemetry;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import java.util.concurrent.Executor;

/** Begins transactions, without I/O. Thread-safe. */
record TransactionFactory(
    Engine engine, TransactionLimits limits, CounterBook counters, DeadlineTimer deadlines) {

  /** A transaction that the user ends. */
  Transaction begin(TransactionSettings settings) {
    engine.requireOpen();
    TransactionStart start = TransactionStart.now(engine.surroundings().clock());
    CallTelemetry telemetry = engine.telemetry().begin(settings.name());
    TransactionEnding ending = ending(settings, start, telemetry, true);
    return new Transaction(ending, tables(ending, callbacks(settings)), Transaction.Ender.USER);
  }

  /**
   * An attempt that ends its transaction itself.
   *
   * @param start of the first attempt
   * @param claim what it takes before user code runs
   * @param telemetry is told of it
   */
  Attempt beginAttempt(
      TransactionSettings settings,
      TransactionStart start,
      ClaimRequest claim,
      CallTelemetry telemetry) {
    engine.requireOpen();
    TransactionEnding ending = ending(settings, start, telemetry, false);
    Transaction transaction =
        new Transaction(ending, tables(ending, callbacks(settings)), Transaction.Ender.MANAGER);
    Executor starts = ThreadPools.starting(settings, engine.starts());
    return new TransactionAttempt(transaction, ending, starts, claim);
  }

  private Executor callbacks(TransactionSettings settings) {
    return ThreadPools.callbacks(settings, engine.callbacks());
  }

  private TransactionEnding ending(
      TransactionSettings settings,
      TransactionStart start,
      CallTelemetry telemetry,
      boolean isOnly) {
    counters.countBegun();
    TransactionId id = TransactionId.fresh(engine.surroundings().random());
    TransactionLimits own = settings.isReadOnly() ? limits.withoutWrites() : limits;
    AttemptTelemetry attempt = telemetry.attempt(id.toString(), isOnly);
    TransactionEnding ending =
        TransactionEnding.of(
            new TransactionLabel(id.toString(), settings.name()),
            new ActiveTransaction(engine.protocol(), id, start.millis(), own, attempt),
            counters,
            attempt);
    settings.timeout().ifPresent(timeout -> ending.expireAt(deadlines, start, timeout));
    return ending;
  }

  private TransactionTables tables(TransactionEnding ending, Executor callbacks) {
    return new TransactionTables(ending.label(), ending.active(), engine.connection(), callbacks);
  }
}
