package io.rowlock.operations;

import io.rowlock.internal.engine.ServerTime;
import java.io.IOException;

/** Returns the servers' time, after comparing this client's clock with it. */
@FunctionalInterface
interface ServersClock {

  /**
   * Requests the time, without a cache.
   *
   * @throws IOException if the time is not available, or the clock is too far off
   */
  ServerTime ask() throws IOException;
}
