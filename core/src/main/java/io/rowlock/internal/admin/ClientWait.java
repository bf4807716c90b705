package io.rowlock.internal.admin;

import io.rowlock.internal.protocol.lock.FactsAge;
import io.rowlock.internal.store.Clock;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until no client commits on the strength of an earlier descriptor of a table: with a lower
 * floor, or from before the table took no commits any more.
 *
 * <p><b>Why that is enough.</b> The wait begins when the descriptor contains the change, and all
 * regions were opened with it, so a client that knows the earlier one requested it before. A commit
 * relies on no facts that were requested more than {@link FactsAge#neverBeyond} ago, whether HBase
 * answers or not. So a commit that begins after the wait knows the change. The margin is for
 * commits that are under way by then: they send their deciding request up to six times, and read
 * the lock before each repetition, which is twelve operations of 150 s at most, the longest default
 * ({@code rowlock.operation.timeout}).
 *
 * @param whole the length of the wait
 * @param listener receives how long it has waited, every second
 */
public record ClientWait(
    Clock clock, Sleeper sleeper, Duration whole, Consumer<Duration> listener) {

  private static final Logger LOG = LoggerFactory.getLogger(ClientWait.class);

  private static final Duration MARGIN = Duration.ofMinutes(30);
  private static final Duration STEP = Duration.ofSeconds(1);

  /** The length of the wait. */
  public static final Duration WHOLE = FactsAge.DEFAULT.neverBeyond().plus(MARGIN);

  /**
   * The length of the wait if no client runs: a client that was forgotten, and reaches the master,
   * knows the change by then.
   */
  public static final Duration WITHOUT_CLIENTS = FactsAge.DEFAULT.waitAfter().multipliedBy(2);

  /**
   * Returns after the wait.
   *
   * @param again the way out if it is interrupted
   */
  public void await(String table, String again) throws InterruptedIOException {
    LOG.info(
        "Waiting for {} minutes, until every client knows the change of table '{}'",
        whole.toMinutes(),
        table);
    long start = clock.monotonicNanos();
    Duration waited = Duration.ZERO;
    while (waited.compareTo(whole) < 0) {
      listener.accept(waited);
      sleeper.pause(STEP, "Interrupted while waiting until clients know the change: " + again);
      waited = Duration.ofNanos(clock.monotonicNanos() - start);
    }
    listener.accept(whole);
  }
}
