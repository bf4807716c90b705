package io.rowlock.tools;

/** With which every command ends. */
final class ExitStatus {

  static final int GOOD = 0;

  /** The command line makes no sense; nothing was done. */
  static final int USAGE = 1;

  /** HBase or this JVM did not do its part, or what was asked for is not possible. */
  static final int FAILED = 2;

  /** Something was found, or is left over, that may want attention. */
  static final int FOUND = 3;

  /** Nobody took all of the results; the number of those that are ended by a broken pipe. */
  static final int OUTPUT_CLOSED = 141;

  private ExitStatus() {}
}
