package io.rowlock.bench.kit;

import java.io.IOException;

/** A transaction of a peer has lost against another one, and has left nothing behind. */
public final class LostException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Without a stack trace, as it is frequent and expected. */
  public LostException(String message) {
    super(message);
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
