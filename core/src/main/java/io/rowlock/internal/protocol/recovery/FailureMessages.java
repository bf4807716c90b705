package io.rowlock.internal.protocol.recovery;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Async;
import org.jspecify.annotations.Nullable;

/** Describes failures of the store to the person that must act on them. */
public final class FailureMessages {

  private static final int MAX_LENGTH = 300;

  private FailureMessages() {}

  /**
   * Returns the first line of the message, with a limited length; HBase often appends stack traces.
   */
  public static String of(@Nullable Throwable failure) {
    if (failure == null) {
      return "for no reason given";
    }
    Throwable bare = Async.unwrap(failure);
    String name = bare.getClass().getSimpleName();
    String message = bare.getMessage();
    if (message == null || message.isBlank()) {
      return name;
    }
    String line = message.strip().lines().findFirst().orElse("");
    String bounded = line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line;
    return bare instanceof ProtocolFailure ? bounded : name + ": " + bounded;
  }
}
