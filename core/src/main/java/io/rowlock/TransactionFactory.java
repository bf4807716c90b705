package io.rowlock;

import io.rowlock.internal.protocol.ClaimRequest;
import io.rowlock.internal.protocol.TransactionId;
import io.rowlock.internal.protocol.TransactionObserver;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;

/** Begins transactions, without I/O. Thread-safe. */
record TransactionFactory(Engine engine, TransactionLimits limits, CounterBook counters) {

  /** A transaction that the user ends. */
  Transaction begin(TransactionSettings settings) {
    TransactionEnding ending = ending(settings, engine.surroundings().clock().currentMillis());
    return new Transaction(ending, tables(ending), Transaction.Ender.USER);
  }

  /**
   * An attempt that ends its transaction itself.
   *
   * @param age milliseconds since the epoch of the first attempt
   * @param claim what it takes before user code runs
   */
  Attempt beginAttempt(TransactionSettings settings, long age, ClaimRequest claim) {
    TransactionEnding ending = ending(settings, age);
    Transaction transaction = new Transaction(ending, tables(ending), Transaction.Ender.MANAGER);
    return new TransactionAttempt(transaction, ending, engine.callbacks(), claim);
  }

  private TransactionEnding ending(TransactionSettings settings, long age) {
    engine.requireOpen();
    counters.countBegun();
    TransactionId id = TransactionId.fresh(engine.surroundings().random());
    ActiveTransaction active =
        new ActiveTransaction(engine.protocol(), id, age, limits, TransactionObserver.NONE);
    TransactionLabel label = new TransactionLabel(id.toString(), settings.name());
    return new TransactionEnding(label, active, counters);
  }

  private TransactionTables tables(TransactionEnding ending) {
    return new TransactionTables(
        ending.label(), ending.active(), engine.connection(), engine.callbacks());
  }
}
