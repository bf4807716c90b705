package io.rowlock.internal.protocol.lock;

import java.time.Duration;

/**
 * How old the facts of a table may be ({@link KnownTable}), counted from before the master was
 * asked for them.
 *
 * @param refreshAfter from then on they are looked up again while the old ones still serve
 * @param waitAfter from then on callers wait for the new ones, as long as the master answers
 * @param neverBeyond from then on they serve nobody, whether the master answers or not
 */
public record FactsAge(Duration refreshAfter, Duration waitAfter, Duration neverBeyond) {

  /** What every client keeps to: enabling a table again waits for the last of these. */
  public static final FactsAge DEFAULT =
      new FactsAge(Duration.ofSeconds(30), Duration.ofMinutes(1), Duration.ofMinutes(10));
}
