package io.rowlock.internal.store;

import java.io.IOException;

/** A server cannot show a range any more as it was at the instant of a {@link RangeSnapshot}. */
public final class SnapshotLostException extends IOException {

  private static final long serialVersionUID = 1L;

  public SnapshotLostException(String message) {
    super(message);
  }

  public SnapshotLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
