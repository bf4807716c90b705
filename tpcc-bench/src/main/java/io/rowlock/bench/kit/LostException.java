package io.rowlock.bench.kit;

import java.io.IOException;

/** A transaction of a peer failed because of a conflict, without any effect. */
public final class LostException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Has no stack trace, because it is frequent and expected. */
  public LostException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
