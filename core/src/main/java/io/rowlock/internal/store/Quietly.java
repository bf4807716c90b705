package io.rowlock.internal.store;

import org.slf4j.Logger;

/**
 * Runs tasks after which others must follow, whatever they throw. The log runs code of the user,
 * its appenders, so it may throw as well.
 */
public final class Quietly {

  private Quietly() {}

  /** Runs the task, and logs what it throws. */
  public static void run(Logger log, String message, Runnable task) {
    try {
      task.run();
    } catch (Throwable failure) { // an error, too
      warn(log, message, failure);
    }
  }

  /** Logs the failure, if the log does not fail itself. */
  public static void warn(Logger log, String message, Throwable failure) {
    try {
      log.warn(message, failure);
    } catch (Throwable logless) { // there is no other log
    }
  }
}
