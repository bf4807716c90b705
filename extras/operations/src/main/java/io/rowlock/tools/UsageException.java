package io.rowlock.tools;

/** Reports that the command line is invalid; the message explains why in one sentence. */
final class UsageException extends Exception {

  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message);
  }
}
