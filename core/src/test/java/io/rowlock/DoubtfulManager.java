package io.rowlock;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import org.apache.hadoop.hbase.TableName;

/**
 * A manager on a store in memory that loses commits: from such a commit's first write until its
 * outcome is given up, the store is down. Time advances by itself when a transaction waits.
 */
final class DoubtfulManager implements Interceptor {

  static final TableName IDS = TableName.valueOf("ids");

  final TransactionManager manager = manager();
  private boolean losesNext;
  private long unknownAtUp;

  private TransactionManager manager() {
    VirtualTime time = new VirtualTime();
    InMemoryRowStore store = new InMemoryRowStore(this);
    store.createTable(IDS, "o");
    store.createTable(SimulatedTransactions.TABLE, "f");
    Environment virtual = time.environment(1);
    Environment environment =
        new Environment(
            virtual.clock(),
            (delay, task) -> {
              time.schedule(delay, task);
              time.advance(delay);
            },
            virtual.random());
    return SimulatedManager.of(
            store, environment, RowlockOptions.builder().build().protocol(), Runnable::run, 3, 100)
        .manager();
  }

  /** Loses the next commit. */
  void loseNext() {
    losesNext = true;
  }

  private boolean isDown() {
    return manager.counters().unknownOutcomes() < unknownAtUp;
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    if (losesNext) {
      losesNext = false;
      unknownAtUp = manager.counters().unknownOutcomes() + 1;
    }
    if (isDown()) {
      LostMessage.request(call);
    } else {
      call.deliver();
    }
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    if (isDown()) {
      call.fail(new IOException("down"));
    } else {
      call.deliver();
    }
  }
}
