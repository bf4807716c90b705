package io.rowlock;

import io.rowlock.internal.engine.Doubts;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ActiveTransaction;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One attempt, and the attempts around it: those whose code has begun it on their thread. Code that
 * runs asynchronously has no thread, so nothing is nested in it.
 *
 * <p>An inner transaction must not write what an outer one has read: the outer one would lose to
 * its own inner one in each attempt. A hold of an outer one on such a row ends the outer attempt,
 * since its next attempt takes no hold. An outer transaction whose code has met an unknown outcome
 * does not run again, even if the code has caught that exception: the inner transaction would run a
 * second time.
 */
final class Nesting {

  private static final ThreadLocal<@Nullable Nesting> INNERMOST = new ThreadLocal<>();

  private final TransactionLabel label;
  private final ActiveTransaction transaction;
  private final @Nullable Nesting outer;
  private volatile boolean hasInner;
  private @Nullable CommitOutcomeUnknownException doubt; // guarded by this

  /**
   * Begins an attempt.
   *
   * @param outer null if there is none
   */
  Nesting(TransactionLabel label, ActiveTransaction transaction, @Nullable Nesting outer) {
    this.label = label;
    this.transaction = transaction;
    this.outer = outer;
    upFrom(outer).forEach(one -> one.hasInner = true);
  }

  /** Returns the innermost attempt whose code runs on the calling thread; null if there is none. */
  static @Nullable Nesting current() {
    return INNERMOST.get();
  }

  private static Stream<Nesting> upFrom(@Nullable Nesting innermost) {
    return Stream.iterate(innermost, one -> one != null, one -> one.outer);
  }

  /**
   * Makes the attempt the innermost one on the calling thread.
   *
   * @param attempt null if the thread runs the code of none
   * @return the one before, to be entered again at the end
   */
  static @Nullable Nesting enter(@Nullable Nesting attempt) {
    Nesting before = INNERMOST.get();
    INNERMOST.set(attempt);
    return before;
  }

  /** Returns whether the code of this attempt has begun another transaction. */
  boolean hasInner() {
    return hasInner;
  }

  /** Returns the unknown outcome of another transaction that the code of this attempt has run. */
  synchronized Optional<CommitOutcomeUnknownException> doubt() {
    return Optional.ofNullable(doubt);
  }

  /** Keeps all of them: the caller may run the code again when they are settled. */
  private synchronized void note(CommitOutcomeUnknownException unknown) {
    if (doubt == null) {
      doubt = unknown;
    } else if (doubt != unknown && !Arrays.asList(doubt.getSuppressed()).contains(unknown)) {
      doubt.addSuppressed(unknown);
    }
  }

  /** Notes a failure of this attempt, if its outcome is unknown, for what runs its code. */
  void report(Throwable failure) {
    report(failure, outer, Doubts.listener());
  }

  /**
   * Notes an unknown outcome for attempts whose code has run the transaction.
   *
   * @param innermost null if there is none
   * @param listener null if there is none
   */
  static void report(
      Throwable failure, @Nullable Nesting innermost, @Nullable Consumer<Throwable> listener) {
    if (failure instanceof CommitOutcomeUnknownException unknown) {
      upFrom(innermost).forEach(one -> one.note(unknown));
      if (listener != null) {
        listener.accept(unknown);
      }
    }
  }

  /** Returns why this attempt must not commit; empty if it may. */
  Optional<NotCommittedException> refusal() {
    return firstAround(one -> one.transaction.hasRead(transaction).map(row -> refusal(one, row)))
        .or(() -> firstAround(one -> one.transaction.holds(transaction).map(held(one))));
  }

  private Optional<NotCommittedException> firstAround(
      Function<Nesting, Optional<? extends NotCommittedException>> obstacle) {
    return upFrom(outer)
        .flatMap(one -> obstacle.apply(one).stream())
        .map(NotCommittedException.class::cast)
        .findFirst();
  }

  private NotCommittedException refusal(Nesting around, RowKey row) {
    String message =
        "Not committed: it runs inside the code of transaction %s, which has read %s and would lose"
            + " to it in each attempt: use the outer Transaction, or run this one after it";
    return new NotCommittedException(label, row, message.formatted(around.label, row), null, true);
  }

  /**
   * Returns the conflict of an attempt around this one that has a hold. Its next attempt takes
   * none, because this one has begun another transaction.
   */
  private Function<RowKey, ConflictException> held(Nesting around) {
    String message =
        "Not committed: transaction %s, which its own code runs, needs %s, and this one has locked"
            + " it ahead";
    Conflict conflict = new Conflict(Conflict.Reason.HELD, transaction.id(), null, Phase.RESERVE);
    return row -> new ConflictException(around.label, row, message.formatted(label, row), conflict);
  }

  /**
   * Returns what the caller gets for a failure of this attempt. It is the unknown outcome that its
   * code has met, if there is one, because the caller may repeat the code after any other failure,
   * even after an unknown outcome of its own. It is never a conflict with an outer transaction,
   * which cannot go on before this one has ended.
   */
  IOException reported(IOException own) {
    IOException reported =
        doubt().<IOException>map(known -> known).or(() -> heldAround(own)).orElse(own);
    if (reported != own) {
      reported.addSuppressed(own);
    }
    return reported;
  }

  private Optional<IOException> heldAround(IOException own) {
    if (!(own instanceof ConflictException conflict)
        || conflict.table().isEmpty()
        || conflict.row().isEmpty()) {
      return Optional.empty();
    }
    RowKey row = new RowKey(conflict.table().get(), conflict.row().get());
    return upFrom(outer)
        .filter(one -> one.transaction.holdsAgainst(transaction, row))
        .<IOException>map(one -> held(one).apply(row))
        .findFirst();
  }
}
