package io.rowlock.internal.engine;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Unwraps failures, and words them for the exceptions that users see. */
public final class Failures {

  /** More than the longest message of Rowlock. */
  private static final int MAX_MESSAGE = 2_000;

  private Failures() {}

  /** Returns the failure without the wrapping by futures. */
  public static Throwable unwrap(Throwable failure) {
    Throwable bare = failure;
    while (bare instanceof CompletionException || bare instanceof ExecutionException) {
      Throwable cause = bare.getCause();
      if (cause == null) {
        return bare;
      }
      bare = cause;
    }
    return bare;
  }

  /** Returns the exception for a failure that belongs to no transaction. */
  public static IOException outsideTransactions(Throwable failure) {
    Throwable bare = unwrap(failure);
    return bare instanceof IOException known ? known : new IOException(describe(bare), bare);
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
