package io.rowlock.admin;

import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.protocol.lock.FactsAge;
import io.rowlock.internal.store.Clock;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until no client commits above only an old, lower floor of a table.
 *
 * <p><b>Why that is enough.</b> The wait begins when the descriptor contains the new floor, and all
 * regions were opened with it, so a client that knows the old one requested it before. A commit relies on no facts that were
 * requested more than {@link FactsAge#neverBeyond} ago, whether HBase answers or not. So a
 * commit that begins after the wait knows the new floor. The margin is for commits that are under
 * way by then, which may send their requests again for minutes, and for clocks of different speed.
 */
final class FloorWait {

  private static final Logger LOG = LoggerFactory.getLogger(FloorWait.class);

  private static final Duration MARGIN = Duration.ofMinutes(10);
  private static final Duration STEP = Duration.ofSeconds(1);

  /** The length of the wait. */
  static final Duration WHOLE = FactsAge.DEFAULT.neverBeyond().plus(MARGIN);

  private final Clock clock;
  private final Sleeper sleeper;
  private final Consumer<WaitProgress> listener;

  FloorWait(Clock clock, Sleeper sleeper, Consumer<WaitProgress> listener) {
    this.clock = clock;
    this.sleeper = sleeper;
    this.listener = listener;
  }

  /** Returns after the wait. */
  void await(String table) throws InterruptedIOException {
    LOG.info(
        "Waiting for {} minutes, until every client knows the higher floor of table '{}'",
        WHOLE.toMinutes(),
        table);
    long start = clock.monotonicNanos();
    Duration waited = Duration.ZERO;
    while (waited.compareTo(WHOLE) < 0) {
      listener.accept(new WaitProgress(waited, WHOLE));
      pause();
      waited = Duration.ofNanos(clock.monotonicNanos() - start);
    }
    listener.accept(new WaitProgress(WHOLE, WHOLE));
  }

  private void pause() throws InterruptedIOException {
    try {
      sleeper.sleep(STEP);
    } catch (InterruptedException interrupted) {
      throw Blocking.interrupted(
          "Interrupted while waiting until clients know the floor: enable the table again",
          interrupted);
    }
  }
}
