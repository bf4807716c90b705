package io.rowlock.internal.telemetry;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way to OpenTelemetry, and to the log of slow transactions. Behind their interfaces runs
 * code of the user: span processors, samplers, views of metrics, storages of contexts, appenders of
 * logs. What that throws, an {@code Error} included, ends here: further up it would turn a commit
 * into a failure, or leave a caller waiting for ever.
 */
final class Guard {

  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
  private static final AtomicLong FAILURES = new AtomicLong();

  private Guard() {}

  /** Does something that may fail. */
  static void run(Runnable telling) {
    boolean unused =
        get(
            () -> {
              telling.run();
              return true;
            },
            false);
  }

  /** Asks for something that is never null, and answers otherwise when that fails. */
  static <T> T get(Supplier<T> asked, T otherwise) {
    try {
      return Objects.requireNonNull(asked.get(), "OpenTelemetry answered null");
    } catch (Throwable thrown) { // whatever it is, it is none of the transaction's business
      log(thrown);
      return otherwise;
    }
  }

  /** A broken processor fails at every span: the log gets the 1st, 2nd, 4th, 8th failure. */
  private static void log(Throwable thrown) {
    long count = FAILURES.incrementAndGet();
    if (Long.bitCount(count) == 1) {
      try {
        LOG.warn(
            "Telemetry failed, {} times so far; transactions go on without being watched",
            count,
            thrown);
      } catch (Throwable logless) { // nobody is left to be told
      }
    }
  }

  /** The context of the calling thread. */
  static Context current() {
    return get(Context::current, Context.root());
  }

  /** Makes the context that of the calling thread, until the scope is closed. */
  static Scope enter(Context context) {
    Scope scope = get(context::makeCurrent, Scope.noop());
    return () -> run(scope::close);
  }

  /** Does something else in a context, and throws what that throws. */
  @SuppressWarnings("try") // the scope is there to be closed
  static void runWithin(Context context, Runnable work) {
    try (Scope scope = enter(context)) {
      work.run();
    }
  }

  /** The same, with a result. */
  @SuppressWarnings("try")
  static <T extends @Nullable Object> T within(Context context, Supplier<T> work) {
    try (Scope scope = enter(context)) {
      return work.get();
    }
  }
}
