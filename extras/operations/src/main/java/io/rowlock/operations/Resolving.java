package io.rowlock.operations;

import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import io.rowlock.operations.maintenance.Settlement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Settles locks in groups, because each may take a lease. Not thread-safe. */
final class Resolving {

  private static final int LOCKS_AT_ONCE = 500;

  private final LockMaintenance maintenance;
  private final Function<LockView, LockInfo> infos;
  private final Consumer<LockResolution> listener;
  private final List<LockInfo> batch = new ArrayList<>();

  Resolving(
      LockMaintenance maintenance,
      Function<LockView, LockInfo> infos,
      Consumer<LockResolution> listener) {
    this.maintenance = maintenance;
    this.infos = infos;
    this.listener = listener;
  }

  void add(LockView lock) throws IOException {
    if (lock.state() != LockView.State.STABLE) {
      batch.add(infos.apply(lock));
    }
    if (batch.size() == LOCKS_AT_ONCE) {
      settle();
    }
  }

  /** Settles the locks that have been added. */
  void settle() throws IOException {
    List<CompletableFuture<Settlement>> settlements =
        batch.stream().map(lock -> maintenance.settle(lock.view())).toList();
    for (int i = 0; i < settlements.size(); i++) {
      resolution(batch.get(i), LockCalls.await(settlements.get(i))).ifPresent(listener);
    }
    batch.clear();
  }

  /** Returns empty if the lock was stable. */
  static Optional<LockResolution> resolution(LockInfo lock, Settlement settlement) {
    return outcome(settlement.kind())
        .map(outcome -> new LockResolution(lock, outcome, settlement.detail()));
  }

  private static Optional<LockResolution.Outcome> outcome(Settlement.Kind kind) {
    return switch (kind) {
      case STABLE -> Optional.empty();
      case ROLLED_FORWARD -> Optional.of(LockResolution.Outcome.ROLLED_FORWARD);
      case ROLLED_BACK -> Optional.of(LockResolution.Outcome.ROLLED_BACK);
      case GONE -> Optional.of(LockResolution.Outcome.GONE);
      case STILL_HELD -> Optional.of(LockResolution.Outcome.STILL_HELD);
      case CANNOT -> Optional.of(LockResolution.Outcome.CANNOT);
    };
  }
}
