package io.rowlock.bench.kit;

/** Exit statuses of every command. */
public final class ExitStatus {

  public static final int GOOD = 0;
  public static final int USAGE = 1;
  public static final int RUN_FAILED = 2;
  public static final int CHECK_FAILED = 3;
  public static final int CONSTRAINT_MISSED = 4;

  private ExitStatus() {}
}
