package io.rowlock.internal.hbase;

import java.io.IOException;

/** Reports that an operation gave up before its request left this process. */
final class NotSentException extends IOException {

  private static final long serialVersionUID = 1;

  NotSentException(String message) {
    super(message);
  }
}
