package io.rowlock.internal.engine;

import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the client's clock with the servers'. Safety does not depend on it. But cells get
 * timestamps from the client's clock, and the removal of left-over locks assumes that no client's
 * clock is far behind.
 */
public final class ClockCheck {

  private static final Duration WARN_BEYOND = Duration.ofMinutes(1);
  private static final Duration REFUSE_BEYOND = Duration.ofMinutes(10);

  private static final Logger LOG = LoggerFactory.getLogger(ClockCheck.class);

  private ClockCheck() {}

  /** What to do about a clock. */
  enum Verdict {
    FINE,
    WARN,
    REFUSE;

    static Verdict of(Duration lead) {
      Duration difference = lead.abs();
      if (difference.compareTo(WARN_BEYOND) <= 0) {
        return FINE;
      }
      return difference.compareTo(REFUSE_BEYOND) <= 0 ? WARN : REFUSE;
    }
  }

  /** Requests the servers' metrics. */
  @FunctionalInterface
  public interface MetricsSource {
    ClusterMetrics fetch() throws IOException;
  }

  /**
   * Warns of a clock that is off by more than a minute.
   *
   * @return the servers' time; empty if it is not available, for lack of permission or of a master
   * @throws IOException if the clock is off by more than ten minutes
   */
  public static Optional<ServerTime> check(MetricsSource servers, Clock clock) throws IOException {
    return check(servers, clock.currentMillis(), clock);
  }

  private static Optional<ServerTime> check(MetricsSource servers, long before, Clock clock)
      throws IOException {
    Optional<ServerTime> time = fetch(servers);
    if (time.isPresent()) {
      judge(time.get(), before, clock.currentMillis());
    }
    return time;
  }

  /** Checks the clock with an answer that is under way. */
  static CompletableFuture<Optional<ServerTime>> check(
      CompletableFuture<ClusterMetrics> answer, Clock clock) {
    long before = clock.currentMillis();
    return answer.handle(
        (metrics, failure) -> {
          try {
            return check(() -> Blocking.await(answer), before, clock); // which is there
          } catch (IOException skewed) {
            throw new CompletionException(skewed);
          }
        });
  }

  private static Optional<ServerTime> fetch(MetricsSource servers) {
    try {
      return ServerTime.of(servers.fetch());
    } catch (IOException unavailable) {
      LOG.debug("The clocks are not compared: the servers' time is not available", unavailable);
      return Optional.empty();
    }
  }

  private static void judge(ServerTime time, long before, long after) throws IOException {
    Duration lead = time.lead(before, after);
    switch (Verdict.of(lead)) {
      case FINE -> {}
      case WARN -> LOG.warn("{}; set it right (NTP)", describe(time, after, lead));
      case REFUSE ->
          throw new IOException(
              describe(time, after, lead)
                  + "; refused beyond "
                  + REFUSE_BEYOND.toMinutes()
                  + " minutes: set the clock right (NTP) and try again");
    }
  }

  private static String describe(ServerTime time, long clientMillis, Duration lead) {
    return String.format(
        "This client's clock shows %s, HBase's servers' %s: it is at least %d s %s",
        Instant.ofEpochMilli(clientMillis),
        Instant.ofEpochMilli(time.newestReport()),
        lead.abs().toSeconds(),
        lead.isNegative() ? "behind" : "ahead");
  }
}
