package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has on its rows before its commit: their turns in this process's queues, and
 * perhaps a hold. A commit knows nothing else of contention.
 */
public interface Hold {

  /** Has no turn and no hold. */
  Hold NONE = new Hold() {};

  /**
   * Returns the identity of the hold, null if there is none. Nothing is ever committed under it.
   */
  default @Nullable TransactionId id() {
    return null;
  }

  /** Returns whether the row has the lock that carries the heartbeat. */
  default boolean isPrimary(RowKey row) {
    return false;
  }

  /**
   * Returns whether a row that was read under the hold has the same bytes, as far as this client
   * knows.
   */
  default boolean stillShows(DecidedRow seen) {
    return false;
  }

  /** Returns how long a read before the commit waits for locks. */
  default WaitPolicy waitPolicy(Environment environment, Duration bound) {
    return WaitPolicy.ofReader(environment, bound);
  }

  /** Prepares the commit of these rows: from now on the hold's locks on them keep their bytes. */
  default CompletableFuture<Void> beforeCommit(Collection<RowKey> rows) {
    return CompletableFuture.completedFuture(null);
  }

  /** Notes which of these rows the commit writes. */
  default void whenPlanned(Collection<RowKey> rows) {}

  /**
   * Returns the hold that a commit leaves on its row, null for none.
   *
   * @param plan of the commit, which writes this row only
   */
  default @Nullable NextHold next(LockPlan plan) {
    return null;
  }

  /** Notes that the committed transaction now owns the rows' locks. */
  default void hasWritten(Collection<RowKey> rows) {}

  /** Keeps the turn until the committed transaction is rolled forward. */
  default void keepTurnUntil(CompletableFuture<?> rolledForward) {}

  /** Keeps the turn while an attempt is taken back. */
  default void keepTurnWhileTakenBack(CompletableFuture<?> rolledBack) {}
}
