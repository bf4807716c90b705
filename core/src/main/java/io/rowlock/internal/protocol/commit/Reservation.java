package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.WaitPolicy;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has reserved before its code runs: its turn in the queue of this process for
 * rows, and an escalation lock on them. It does not matter for safety, but must be released.
 */
public final class Reservation {

  /** Nothing; the user sees the first conflict, so the commit does all it can to avoid one. */
  public static final Reservation NONE = new Reservation(null, null, false);

  private final RowQueue.@Nullable Turn turn;
  private final @Nullable EscalationLock escalationLock;
  private final boolean yields;
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile CompletableFuture<?> cleanedUp = CompletableFuture.completedFuture(null);

  private Reservation(
      RowQueue.@Nullable Turn turn, @Nullable EscalationLock escalationLock, boolean yields) {
    this.turn = turn;
    this.escalationLock = escalationLock;
    this.yields = yields;
  }

  /** Nothing yet: it gives way to transactions in the queue, and reserves rows afterwards. */
  public static Reservation yielding() {
    return new Reservation(null, null, true);
  }

  public static Reservation of(RowQueue.Turn turn, @Nullable EscalationLock escalationLock) {
    return new Reservation(turn, escalationLock, false);
  }

  public boolean isInTurn() {
    return turn != null;
  }

  public boolean yields() {
    return yields;
  }

  public @Nullable EscalationLock escalationLock() {
    return escalationLock;
  }

  /** The identity of the locks, null when it has none. */
  @Nullable TransactionId escalationId() {
    return escalationLock == null ? null : escalationLock.id();
  }

  /** Of a read before the commit. */
  public WaitPolicy waitPolicy(Environment environment, Duration bound) {
    return escalationLock == null
        ? WaitPolicy.ofReader(environment, bound)
        : WaitPolicy.ofHolder(environment, bound, escalationLock.age(), escalationLock.id());
  }

  /** A commit of these rows begins: the locks on them keep the bytes that they have. */
  CompletableFuture<Void> beforeCommit(Collection<RowKey> rows) {
    return escalationLock == null
        ? CompletableFuture.completedFuture(null)
        : escalationLock.beforeCommit(rows);
  }

  /** It turns out which of these rows the commit writes. */
  void whenPlanned(Collection<RowKey> rows) {
    if (escalationLock != null) {
      escalationLock.whenPlanned(rows);
    }
  }

  /** The rows are the committed transaction's own affair now. */
  void hasWritten(Collection<RowKey> rows) {
    if (escalationLock != null) {
      escalationLock.hasWritten(rows);
    }
  }

  /**
   * The transaction has committed. Whoever comes next would only meet what is still to be rolled
   * forward, and lose races to that.
   */
  void keepTurnUntil(CompletableFuture<?> rolledForward) {
    cleanedUp = rolledForward;
    if (turn != null) {
      turn.hasCommitted();
    }
  }

  /** Keeps the turn: the next in the queue would only meet locks that are being rolled back. */
  void keepTurnWhileTakenBack(CompletableFuture<?> rolledBack) {
    cleanedUp = rolledBack;
  }

  /** Gives everything back, in the background; a second time does nothing. */
  public void release() {
    if (released.getAndSet(true)) {
      return;
    }
    CompletableFuture<?> givenBack = escalationLock == null ? cleanedUp : escalationLock.release();
    if (turn != null) {
      var unused =
          CompletableFuture.allOf(cleanedUp, givenBack)
              .whenComplete((done, failure) -> turn.release());
    }
  }
}
