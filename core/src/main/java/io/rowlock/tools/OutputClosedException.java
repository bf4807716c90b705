package io.rowlock.tools;

/** Nobody takes the results any more, as behind {@code | head}. */
final class OutputClosedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OutputClosedException() {
    super("The standard output was closed");
  }
}
