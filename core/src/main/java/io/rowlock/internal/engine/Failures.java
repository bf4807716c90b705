package io.rowlock.internal.engine;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Async;
import java.io.IOException;

/** Words failures for the exceptions that users see. */
public final class Failures {

  /** More than the longest message of Rowlock. */
  private static final int MAX_MESSAGE = 2_000;

  private Failures() {}

  /** Returns the exception for a failure that belongs to no transaction. */
  public static IOException outsideTransactions(Throwable failure) {
    Throwable bare = Async.unwrap(failure);
    return bare instanceof IOException known ? known : new IOException(describe(bare), bare);
  }

  /** Returns HBase's own exception, with its own message. */
  public static IOException ofHBase(Throwable failure) {
    Throwable bare = Async.unwrap(failure);
    return bare instanceof IOException known ? known : new IOException(bare);
  }

  /** Returns the message of the failure, with advice if there is any. */
  public static String describe(Throwable failure) {
    String message = failure.getMessage();
    String what = message == null ? failure.getClass().getName() : bounded(message);
    return failure instanceof ProtocolFailure known && known.advises()
        ? what
        : Advice.of(failure).map(advice -> what + ". " + advice).orElse(what);
  }

  /**
   * Shortens a message. HBase puts whole row keys and stack traces into messages; they stay in the
   * cause.
   */
  private static String bounded(String message) {
    return message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) + "..." : message;
  }
}
