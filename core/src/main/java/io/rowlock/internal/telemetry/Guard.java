package io.rowlock.internal.telemetry;

import io.rowlock.internal.store.Quietly;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Protects every call to OpenTelemetry, and to the log of slow transactions. Their interfaces run
 * code of the user: span processors, samplers, views of metrics, storages of contexts, appenders of
 * logs. Everything that this code throws ends here, an {@code Error} included: otherwise it would
 * turn a commit into a failure, or leave a caller waiting forever.
 */
final class Guard {

  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
  private static final AtomicLong FAILURES = new AtomicLong();

  private Guard() {}

  /** Runs a call that may fail. */
  static void run(Runnable call) {
    try {
      call.run();
    } catch (Throwable thrown) { // it must not affect the transaction
      log(thrown);
    }
  }

  /** Returns the result of a call, which is never null, or the alternative if the call fails. */
  static <T> T get(Supplier<T> call, T otherwise) {
    try {
      return Objects.requireNonNull(call.get(), "OpenTelemetry answered null");
    } catch (Throwable thrown) { // it must not affect the transaction
      log(thrown);
      return otherwise;
    }
  }

  /** Logs the 1st, 2nd, 4th, 8th failure, because a broken processor fails at every span. */
  private static void log(Throwable thrown) {
    long count = FAILURES.incrementAndGet();
    if (Long.bitCount(count) == 1) {
      String message =
          "Telemetry failed, {} times so far; transactions continue without being recorded";
      Quietly.run(LOG, "Not logged", () -> LOG.warn(message, count, thrown));
    }
  }
}
