package io.rowlock.internal.store;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks that start each other in a loop instead of by recursion: a task that is started while
 * another one runs in the same thread runs after it. Thread-safe.
 */
public final class Trampoline {

  private static final Logger LOG = LoggerFactory.getLogger(Trampoline.class);

  private static final ThreadLocal<@Nullable Deque<Runnable>> WAITING = new ThreadLocal<>();

  private Trampoline() {}

  /** Runs the task, at the latest when the outermost call of this thread returns. */
  public static void run(Runnable task) {
    Deque<Runnable> tasks = WAITING.get();
    if (tasks != null) {
      tasks.add(task);
      return;
    }
    Deque<Runnable> all = new ArrayDeque<>();
    WAITING.set(all);
    try {
      for (Runnable next = task; next != null; next = all.poll()) {
        Quietly.run(LOG, "A task failed, the next ones continue", next);
      }
    } finally {
      WAITING.remove();
    }
  }
}
