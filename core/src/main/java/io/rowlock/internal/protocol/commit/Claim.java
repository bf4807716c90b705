package io.rowlock.internal.protocol.commit;

import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.read.Patience;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Surroundings;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction has taken before it began: its turn at rows among the transactions of this
 * process, and locks on them. Of no account for safety; it has to be given back, that is all.
 */
public final class Claim {

  /** Nothing, and the user is told of the first conflict: no effort is spared to avoid one. */
  public static final Claim NONE = new Claim(null, null, false);

  private final RowTurns.@Nullable Turn turn;
  private final @Nullable Hold hold;
  private final boolean yields;
  private final AtomicBoolean released = new AtomicBoolean();
  private volatile CompletableFuture<?> cleanedUp = CompletableFuture.completedFuture(null);

  private Claim(RowTurns.@Nullable Turn turn, @Nullable Hold hold, boolean yields) {
    this.turn = turn;
    this.hold = hold;
    this.yields = yields;
  }

  /** Nothing yet: it gives way to those that wait for their turn, and takes one after that. */
  public static Claim yielding() {
    return new Claim(null, null, true);
  }

  public static Claim of(RowTurns.Turn turn, @Nullable Hold hold) {
    return new Claim(turn, hold, false);
  }

  public boolean isInTurn() {
    return turn != null;
  }

  public boolean yields() {
    return yields;
  }

  public @Nullable Hold hold() {
    return hold;
  }

  /** The identity of the locks, null when it has none. */
  @Nullable TransactionId holdId() {
    return hold == null ? null : hold.id();
  }

  /** Of a read before the commit. */
  public Patience patience(Surroundings surroundings, Duration bound) {
    return hold == null
        ? Patience.ofReader(surroundings, bound)
        : Patience.ofHolder(surroundings, bound, hold.age(), hold.id());
  }

  /** A commit of these rows begins: the locks on them keep the bytes that they have. */
  CompletableFuture<Void> beforeCommit(Collection<RowKey> rows) {
    return hold == null ? CompletableFuture.completedFuture(null) : hold.beforeCommit(rows);
  }

  /** It turns out which of these rows the commit writes. */
  void whenPlanned(Collection<RowKey> rows) {
    if (hold != null) {
      hold.whenPlanned(rows);
    }
  }

  /** The rows are the committed transaction's own affair now. */
  void hasWritten(Collection<RowKey> rows) {
    if (hold != null) {
      hold.hasWritten(rows);
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

  /** The next in turn would only meet what is still to be rolled back. */
  void keepTurnWhileTakenBack(CompletableFuture<?> rolledBack) {
    cleanedUp = rolledBack;
  }

  /** Gives everything back, in the background; a second time does nothing. */
  public void release() {
    if (released.getAndSet(true)) {
      return;
    }
    CompletableFuture<?> givenBack = hold == null ? cleanedUp : hold.release();
    if (turn != null) {
      var unused =
          CompletableFuture.allOf(cleanedUp, givenBack)
              .whenComplete((done, failure) -> turn.release());
    }
  }
}
