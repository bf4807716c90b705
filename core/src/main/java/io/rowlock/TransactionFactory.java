package io.rowlock;

import io.rowlock.internal.protocol.ClaimRequest;
import io.rowlock.internal.protocol.TransactionId;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;

/** Begins transactions, without I/O. Thread-safe. */
record TransactionFactory(Engine engine, TransactionLimits limits, CounterBook counters) {

  /** A transaction that the user ends. */
  Transaction begin() {
    ActiveTransaction active = activate(engine.surroundings().clock().currentMillis());
    TransactionEnding ending = new TransactionEnding(active, counters);
    return new Transaction(ending, tables(active), Transaction.Ender.USER);
  }

  /**
   * An attempt that ends its transaction itself.
   *
   * @param age milliseconds since the epoch of the first attempt
   * @param claim what it takes before user code runs
   */
  Attempt beginAttempt(long age, ClaimRequest claim) {
    ActiveTransaction active = activate(age);
    TransactionEnding ending = new TransactionEnding(active, counters);
    Transaction transaction = new Transaction(ending, tables(active), Transaction.Ender.MANAGER);
    return new TransactionAttempt(transaction, ending, engine.callbacks(), claim);
  }

  private ActiveTransaction activate(long age) {
    engine.requireOpen();
    counters.countBegun();
    TransactionId id = TransactionId.fresh(engine.surroundings().random());
    return new ActiveTransaction(engine.protocol(), id, age, limits);
  }

  private TransactionTables tables(ActiveTransaction active) {
    return new TransactionTables(active, engine.connection(), engine.callbacks());
  }
}
