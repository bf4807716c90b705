package io.rowlock.internal.protocol.lock;

import java.time.Duration;

/**
 * How old the facts of a table may be ({@link KnownTable}), counted from before the request to the
 * master.
 *
 * @param refreshAfter from this age on they are renewed while callers still get the old ones
 * @param waitAfter from this age on callers wait for new ones, as long as the master answers
 * @param neverBeyond from this age on no caller gets them, whether the master answers or not
 */
public record FactsAge(Duration refreshAfter, Duration waitAfter, Duration neverBeyond) {

  /** The ages for every client: enabling a table again waits for the last of them. */
  public static final FactsAge DEFAULT =
      new FactsAge(Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(10));
}
