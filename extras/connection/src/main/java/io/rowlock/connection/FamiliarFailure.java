package io.rowlock.connection;

import io.rowlock.NotCommittedException;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;

/**
 * Words failures as code that knows only HBase expects them: a call that no retry would mend fails
 * with a {@code DoNotRetryIOException}, of the class that a server has thrown or would throw.
 */
final class FamiliarFailure {

  private FamiliarFailure() {}

  /**
   * Returns the failure of a call. Conflicts, timeouts and unknown outcomes have no counterpart in
   * HBase, and stay as they are.
   */
  static IOException of(IOException failure) {
    if (failure.getClass() != NotCommittedException.class) {
      return failure;
    }
    if (((NotCommittedException) failure).isRefusal() && failure.getCause() == null) {
      return new DoNotRetryIOException(failure.getMessage(), failure);
    }
    return Throwables.getCausalChain(failure).stream()
        .filter(DoNotRetryIOException.class::isInstance)
        .findFirst()
        .map(cause -> again(cause.getClass(), failure))
        .orElse(failure);
  }

  /** Returns an exception of the class, which its message names, as in answers of servers. */
  private static IOException again(Class<? extends Throwable> type, IOException failure) {
    try {
      String message = type.getName() + ": " + failure.getMessage();
      Throwable same = type.getConstructor(String.class).newInstance(message);
      return (IOException) same.initCause(failure);
    } catch (ReflectiveOperationException | IllegalStateException unfit) {
      return new DoNotRetryIOException(failure.getMessage(), failure);
    }
  }
}
