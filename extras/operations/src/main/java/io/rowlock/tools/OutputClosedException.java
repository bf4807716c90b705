package io.rowlock.tools;

/** Reports that the reader of the output has closed it, as {@code | head} does. */
final class OutputClosedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OutputClosedException() {
    super("The standard output was closed");
  }
}
