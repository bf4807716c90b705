package io.rowlock.spring;

/** Tells the library that the code has ended without an exception, and that Spring rolled back. */
final class RolledBack extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RolledBack() {
    super("Rolled back", null, false, false);
  }
}
