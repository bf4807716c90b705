package io.rowlock.operations;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.operations.TransactionTrace.Outcome;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import io.rowlock.operations.maintenance.Settlement;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what locks show about a transaction. One row that it has committed is enough, because
 * it is committed as a whole; a lock that it holds is settled first. Not thread-safe.
 */
final class TraceSearch {

  private final LockMaintenance maintenance;
  private final Function<LockView, LockInfo> infos;
  private final TransactionId id;
  private @Nullable LockView trace;
  private @Nullable LockView held;

  TraceSearch(LockMaintenance maintenance, Function<LockView, LockInfo> infos, TransactionId id) {
    this.maintenance = maintenance;
    this.infos = infos;
    this.id = id;
  }

  void add(LockView lock) {
    if (lock.isTraceOf(id)) {
      trace = lock;
    } else if (lock.isHeldBy(id)) {
      held = lock;
    }
  }

  TransactionTrace end() throws IOException {
    if (trace != null) {
      return found(Outcome.COMMITTED, trace);
    }
    return held == null ? new TransactionTrace(Outcome.NO_TRACE, Optional.empty()) : settled(held);
  }

  private TransactionTrace settled(LockView lock) throws IOException {
    Settlement settlement = LockCalls.await(maintenance.settle(lock));
    return switch (settlement.kind()) {
      case ROLLED_FORWARD -> found(Outcome.COMMITTED, lock);
      case ROLLED_BACK -> found(Outcome.NOT_COMMITTED, lock);
      case STILL_HELD, CANNOT -> found(Outcome.UNDECIDED, lock);
      case STABLE, GONE -> again(lock);
    };
  }

  /** Another client has settled the lock: its row shows whether the transaction is committed. */
  private TransactionTrace again(LockView lock) throws IOException {
    return LockCalls.await(maintenance.look(lock.key()))
        .filter(now -> now.isTraceOf(id))
        .map(now -> found(Outcome.COMMITTED, now))
        .orElse(new TransactionTrace(Outcome.NO_TRACE, Optional.empty()));
  }

  private TransactionTrace found(Outcome outcome, LockView lock) {
    return new TransactionTrace(outcome, Optional.of(infos.apply(lock)));
  }
}
