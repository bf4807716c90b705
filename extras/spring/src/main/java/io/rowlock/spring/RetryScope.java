package io.rowlock.spring;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionSystemException;

/**
 * The call of a method, or of a template, that may begin a transaction: if it does, it runs again
 * after a conflict. A call that joins the transaction of another one begins none, so only the other
 * one runs again.
 */
final class RetryScope {

  private static final ThreadLocal<@Nullable RetryScope> INNERMOST = new ThreadLocal<>();

  private final Predicate<TransactionDefinition> begins;
  private final @Nullable RetryScope outer;
  private @Nullable TransactionOutcomeUnknownException doubt;
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
    try {
      return scope.repeat(code);
    } finally {
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
    Throwable own =
        thrown instanceof TransactionSystemException lost ? lost.getApplicationException() : null;
    if (own != null && Translation.isDoubt(own) && ended.runsAgain()) {
      throw own;
    }
    if (doubt == null) {
      return ended.isRepeatedAfter(thrown);
    }
    if (ended.giveUp()) {
      if (thrown != null) {
        doubt.addSuppressed(thrown);
      }
      throw doubt;
    }
    return false;
  }

  /** Notes that the outcome of an attempt is unknown, for the scopes around it. */
  static void doubt(Attempt attempt, TransactionOutcomeUnknownException unknown) {
    for (RetryScope scope = INNERMOST.get(); scope != null; scope = scope.outer) {
      if (scope.attempt.filter(attempt::equals).isEmpty()) {
        scope.doubt = unknown;
      }
    }
  }

  /**
   * Begins an attempt of the transaction of the innermost scope.
   *
   * @return empty if the definition is not that of the scope, or if there is no scope
   */
  static Optional<Attempt> begin(TransactionDefinition definition, Supplier<RetryingCall> start) {
    RetryScope scope = INNERMOST.get();
    return scope == null || scope.attempt.isPresent() || !scope.begins.test(definition)
        ? Optional.empty()
        : Optional.of(scope.begin(start));
  }

  private Attempt begin(Supplier<RetryingCall> start) {
    RetryingCall known = call.orElseGet(start);
    call = Optional.of(known);
    Attempt begun = known.begin();
    attempt = Optional.of(begun);
    return begun;
  }
}
