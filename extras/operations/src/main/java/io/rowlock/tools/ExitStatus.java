package io.rowlock.tools;

/** The exit statuses of all commands. */
final class ExitStatus {

  static final int GOOD = 0;

  /** The command line is invalid; nothing was done. */
  static final int USAGE = 1;

  /** HBase or this JVM failed, or the request is impossible. */
  static final int FAILED = 2;

  /** The command found something, or left something, that may need attention. */
  static final int FOUND = 3;

  /** The reader of the output closed it early; the number of programs that a broken pipe ends. */
  static final int OUTPUT_CLOSED = 141;

  private ExitStatus() {}
}
