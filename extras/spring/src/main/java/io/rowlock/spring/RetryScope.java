package io.rowlock.spring;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionDefinition;

/**
 * The call of a method, or of a template, that may begin a transaction: if it does, it runs again
 * after a conflict. A call that joins the transaction of another one begins none, so only the other
 * one runs again.
 */
final class RetryScope {

  private static final ThreadLocal<@Nullable RetryScope> INNERMOST = new ThreadLocal<>();

  private final Predicate<TransactionDefinition> begins;
  private Optional<RetryingCall> call = Optional.empty();
  private Optional<Attempt> attempt = Optional.empty();

  private RetryScope(Predicate<TransactionDefinition> begins) {
    this.begins = begins;
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
    RetryScope scope = new RetryScope(begins);
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

  private boolean isRepeatedAfter(@Nullable Throwable thrown) {
    return attempt.isPresent() && attempt.get().isRepeatedAfter(thrown);
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
