package io.rowlock.bench.tpcc.acid;

import com.google.errorprone.annotations.FormatMethod;

/** A test has found what must not be. */
final class Violation extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Violation(String message) {
    super(message);
  }

  /** Throws unless it holds. */
  @FormatMethod
  static void unless(boolean holds, String otherwise, Object... details) {
    if (!holds) {
      throw new Violation(otherwise.formatted(details));
    }
  }
}
