package io.rowlock.spring;

import io.rowlock.internal.engine.Doubts;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;

/**
 * The call of a method, or of a template, that may begin a transaction: if it does, it runs again
 * after a conflict. A call that joins the transaction of another one begins none, so only the other
 * one runs again.
 */
final class RetryScope {

  private static final ThreadLocal<@Nullable RetryScope> INNERMOST = new ThreadLocal<>();

  private final Predicate<TransactionDefinition> begins;
  private final @Nullable RetryScope outer;
  private volatile @Nullable TransactionOutcomeUnknownException doubt;
  private Optional<RetryingCall> call = Optional.empty();
  private Optional<Attempt> attempt = Optional.empty();

  private RetryScope(Predicate<TransactionDefinition> begins, @Nullable RetryScope outer) {
    this.begins = begins;
    this.outer = outer;
  }

  /** Code that may run several times. */
  @FunctionalInterface
  interface Code<T extends @Nullable Object> {

    T run() throws Throwable;
  }

  /**
   * Runs the code, again after each conflict.
   *
   * @param begins recognizes the definition with which Spring begins the transaction of the code,
   *     so that none that the code itself begins is taken for it
   */
  static <T extends @Nullable Object> T run(Predicate<TransactionDefinition> begins, Code<T> code)
      throws Throwable {
    RetryScope outer = INNERMOST.get();
    RetryScope scope = new RetryScope(begins, outer);
    INNERMOST.set(scope);
    Consumer<Throwable> listener = Doubts.listen(scope::hear);
    try {
      return scope.repeat(code);
    } finally {
      var unused = Doubts.listen(listener);
      restore(outer);
      scope.call.ifPresent(RetryingCall::cancel);
    }
  }

  private static void restore(@Nullable RetryScope outer) {
    if (outer == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(outer);
    }
  }

  /** Returns whether the calling thread is in a scope; for tests. */
  static boolean isOpen() {
    return INNERMOST.get() != null;
  }

  private <T extends @Nullable Object> T repeat(Code<T> code) throws Throwable {
    while (true) {
      attempt = Optional.empty();
      try {
        T value = code.run();
        if (!isRepeatedAfter(null)) {
          return value;
        }
      } catch (Throwable thrown) { // rethrown, unless it is the failure of a lost attempt
        if (!isRepeatedAfter(thrown)) {
          throw thrown;
        }
      }
    }
  }

  /**
   * Returns whether the code must run again. It never does after an unknown outcome within it: that
   * transaction may take effect a second time.
   *
   * @throws Throwable instead of what the code has thrown
   */
  private boolean isRepeatedAfter(@Nullable Throwable thrown) throws Throwable {
    if (attempt.isEmpty()) {
      return false;
    }
    Attempt ended = attempt.get();
    Throwable failure = thrown instanceof FailedCommit failed ? failed.forCaller() : thrown;
    if (Translation.isDoubt(failure) || doubt != null) {
      endAfterDoubt(ended, failure);
      return false;
    }
    if (ended.isRepeatedAfter(failure)) {
      return true;
    }
    if (failure != null) {
      throw failure;
    }
    return false;
  }

  /** Reports an unknown outcome where the transaction has failed; it is the last attempt. */
  private void endAfterDoubt(Attempt ended, @Nullable Throwable failure) throws Throwable {
    boolean isLost = ended.giveUp();
    boolean hasFailed =
        isLost || failure instanceof TransactionException || failure instanceof DataAccessException;
    Throwable reported =
        doubt != null && hasFailed && !Translation.isDoubt(failure) ? doubt : failure;
    if (reported != null) {
      suppress(failure, reported);
      suppress(doubt, reported);
      throw reported;
    }
  }

  private static void suppress(@Nullable Throwable other, Throwable reported) {
    if (other != null && other != reported) {
      reported.addSuppressed(other);
    }
  }

  /** Notes that the outcome of an attempt is unknown, for the scopes around it. */
  static void doubt(Attempt attempt, TransactionOutcomeUnknownException unknown) {
    for (RetryScope scope = INNERMOST.get(); scope != null; scope = scope.outer) {
      if (scope.attempt.filter(attempt::equals).isEmpty()) {
        scope.note(unknown);
      }
    }
  }

  /** Notes the unknown outcome of a transaction that the code has run without Spring. */
  private void hear(Throwable unknown) {
    if (Translation.of(unknown) instanceof TransactionOutcomeUnknownException translated) {
      for (RetryScope scope = this; scope != null; scope = scope.outer) {
        scope.note(translated);
      }
    }
  }

  /** Keeps all of them: the caller may run the code again when they are settled. */
  private synchronized void note(TransactionOutcomeUnknownException unknown) {
    TransactionOutcomeUnknownException known = doubt;
    if (known == null) {
      doubt = unknown;
    } else if (known != unknown && !Arrays.asList(known.getSuppressed()).contains(unknown)) {
      known.addSuppressed(unknown);
    }
  }

  /**
   * Begins an attempt of the transaction of the innermost scope.
   *
   * @return empty if the definition is not that of the scope, if the scope has begun one before, or
   *     if there is no scope
   * @throws IllegalTransactionStateException if that one was lost to a conflict
   */
  static Optional<Attempt> begin(TransactionDefinition definition, Supplier<RetryingCall> start) {
    RetryScope scope = INNERMOST.get();
    if (scope == null || !scope.begins.test(definition)) {
      return Optional.empty();
    }
    scope.attempt.ifPresent(Attempt::checkOver);
    return scope.attempt.isPresent() ? Optional.empty() : Optional.of(scope.begin(start));
  }

  private Attempt begin(Supplier<RetryingCall> start) {
    RetryingCall known = call.orElseGet(start);
    call = Optional.of(known);
    Attempt begun = known.begin();
    attempt = Optional.of(begun);
    return begun;
  }
}
