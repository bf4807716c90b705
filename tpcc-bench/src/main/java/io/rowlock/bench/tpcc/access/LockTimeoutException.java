package io.rowlock.bench.tpcc.access;

import java.io.IOException;

/** Mode 2pc could not get a lock in time: the transaction is surely not committed. */
public final class LockTimeoutException extends IOException {
  private static final long serialVersionUID = 1L;

  LockTimeoutException(String message) {
    super(message);
  }

  /** Thrown often, and expected. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
