package io.rowlock.internal.protocol.contention;

import io.rowlock.internal.store.RowKey;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The turn of a transaction at rows, and before that its way through the lines of a {@link
 * RowQueue}, which also guards the fields that change. Thread-safe.
 */
final class RowTurn extends Reservation {

  final RowQueue queue;
  final List<RowKey> rows;

  /** Null if no other transaction may take this one as a member. */
  final @Nullable Member member;

  /** The age of a transaction that may take a hold over ({@link HandOver}); empty for others. */
  final OptionalLong takeOverAge;

  /** Completes when the turn has begun at all rows. */
  final CompletableFuture<RowTurn> begun = new CompletableFuture<>();

  /** The number of lines that it has joined. */
  int joined;

  /** Whether another transaction has the turn, and commits this one with itself. */
  boolean isCombined;

  /** The hold that the transaction before has handed over. */
  @Nullable RowHold handedOver;

  /** Whether other processes must come first. */
  boolean mustRest;

  private final AtomicBoolean released = new AtomicBoolean();

  /** Guarded by this: two attempts of one transaction may end at once. */
  private CompletableFuture<?> cleanedUp = CompletableFuture.completedFuture(null);

  /**
   * Creates a turn that has joined no line.
   *
   * @param rows in their natural order
   */
  RowTurn(
      RowQueue queue, Collection<RowKey> rows, @Nullable Member member, OptionalLong takeOverAge) {
    this.queue = queue;
    this.rows = List.copyOf(rows);
    this.member = member;
    this.takeOverAge = takeOverAge;
  }

  /**
   * Keeps the turn until the committed transaction is rolled forward. The next transaction would
   * only meet unfinished rows, and lose races to the roll-forward.
   */
  @Override
  public void keepTurnUntil(CompletableFuture<?> rolledForward) {
    alsoAwait(rolledForward);
    queue.noteCommitted(this);
  }

  /**
   * Keeps the turn during a roll-back: the next transaction would only meet locks that are being
   * rolled back.
   */
  @Override
  public void keepTurnWhileTakenBack(CompletableFuture<?> rolledBack) {
    alsoAwait(rolledBack);
  }

  /** An attempt that ends late, after another one has begun, is cleaned up beside that one. */
  private synchronized void alsoAwait(CompletableFuture<?> attempt) {
    cleanedUp = cleanedUp.isDone() ? attempt : CompletableFuture.allOf(cleanedUp, attempt);
  }

  /** Completes when all attempts so far are rolled forward or rolled back. */
  synchronized CompletableFuture<?> cleanedUp() {
    return cleanedUp;
  }

  @Override
  public void release() {
    releaseAfter(this::cleanedUp);
  }

  /** Releases the turn when its attempts are cleaned up, and what goes with it is given back. */
  void releaseAfter(Supplier<CompletableFuture<?>> giveBack) {
    if (!released.getAndSet(true)) {
      var unused =
          CompletableFuture.allOf(cleanedUp(), giveBack.get())
              .whenComplete((done, failure) -> queue.release(this));
    }
  }
}
