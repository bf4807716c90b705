package io.rowlock.simulator;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.transaction.ActiveTransaction;
import io.rowlock.internal.transaction.TransactionLimits;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;

/** A small world with one client for which nothing fails, and perhaps others that die. */
final class CalmWorld {

  private static final TransactionLimits LIMITS = new TransactionLimits(10_000, 1_000_000);

  final VirtualTime time = new VirtualTime();
  final InMemoryRowStore store = new InMemoryRowStore();
  private final ProtocolSettings settings =
      new ProtocolSettings(
          Duration.ofMillis(300), Duration.ofSeconds(2), 10_000, 10_000_000, true, 100);
  private final Environment environment;
  private final LockProtocol protocol;

  /** Creates a world without tables; draws once. */
  CalmWorld(SplittableRandom dice) {
    this.environment = time.environment(dice.nextLong());
    this.protocol = new LockProtocol(store, store, environment, settings);
  }

  ActiveTransaction begin() {
    return begin(protocol, environment);
  }

  private ActiveTransaction begin(LockProtocol by, Environment its) {
    TransactionId id = TransactionId.fresh(its.random());
    return new ActiveTransaction(by, id, time.currentMillis(), LIMITS, TransactionObserver.NONE);
  }

  /** Begins a transaction of another client, which sends some of its writes and then dies. */
  ActiveTransaction beginAndDie(int writes, long seed) {
    InMemoryRowStore dying =
        new InMemoryRowStore(store.cluster(), new DyingClient(writes), Runnable::run);
    Environment its = time.environment(seed);
    return begin(new LockProtocol(dying, dying, its, settings), its);
  }

  /** Commits, and waits for the background work; returns false if there was a conflict. */
  boolean end(ActiveTransaction transaction) {
    try {
      time.await(transaction.commit());
      time.await(protocol.drain());
      return true;
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof ProtocolFailure known && known.isConflict()) {
        return false;
      }
      throw new AssertionError("a strange failure", failed.getCause());
    }
  }

  static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new AssertionError(otherwise);
    }
  }
}
