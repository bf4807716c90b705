package io.rowlock.tools;

/** The command line makes no sense; the message says why in one sentence. */
final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
