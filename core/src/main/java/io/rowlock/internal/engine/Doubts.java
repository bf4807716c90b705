package io.rowlock.internal.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Unknown outcomes of transactions that the code of a thread has run, for callers that may run this
 * code again by themselves. Without them the code could catch the exception, and then repeat a
 * transaction that had committed.
 */
public final class Doubts {

  private static final ThreadLocal<@Nullable Consumer<Throwable>> LISTENER = new ThreadLocal<>();

  private Doubts() {}

  /** Returns the listener of the calling thread. It may be called by any thread. */
  public static @Nullable Consumer<Throwable> listener() {
    return LISTENER.get();
  }

  /**
   * Sets the listener of the calling thread.
   *
   * @param listener null for none
   * @return the one before, to be set again at the end
   */
  public static @Nullable Consumer<Throwable> listen(@Nullable Consumer<Throwable> listener) {
    Consumer<Throwable> before = LISTENER.get();
    LISTENER.set(listener);
    return before;
  }
}
