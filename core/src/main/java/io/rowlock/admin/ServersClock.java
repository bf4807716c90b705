package io.rowlock.admin;

import io.rowlock.internal.engine.ServerTime;
import java.io.IOException;

/** Tells the servers' time, having compared this client's clock with it. */
@FunctionalInterface
interface ServersClock {

  /**
   * Asks afresh.
   *
   * @throws IOException when the time cannot be had, or the clock is too far off
   */
  ServerTime ask() throws IOException;
}
