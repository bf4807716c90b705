package io.rowlock.bench.kit.clients;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Tally;
import io.rowlock.local.ProcessorTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What clients have done in one window.
 *
 * @param fairness between client processes; null for one
 * @param servers the processor time of servers with processes of their own; else null
 */
public record Measured(Share sum, @Nullable Double fairness, @Nullable Duration servers) {
  private static final double NANOS_PER_MICRO = 1_000;

  /**
   * Lets the first clients run a window.
   *
   * @param conf the configuration of servers with processes of their own, if the user named one
   */
  public static <W> Measured run(
      Clients<W, Share> clients, int count, W window, @Nullable Path conf) throws IOException {
    ProcessorTime before = ProcessorTime.now(conf);
    List<Share> shares = clients.run(window, count);
    Duration servers = ProcessorTime.now(conf).since(before).servers();
    Double fairness = shares.size() == 1 ? null : Share.fairness(shares);
    return new Measured(Share.sum(shares), fairness, servers);
  }

  public Tally tally() {
    return sum.tally();
  }

  /** Returns a count by committed transactions. */
  public double each(long count) {
    return count / (double) Math.max(1, tally().committed());
  }

  /** Returns the figures that all experiments have. Latencies are of all that was committed. */
  public <S extends SeriesKey> Point<S> point(S series, int round, Figure perSecond, int seconds) {
    Point<S> point =
        Point.of(series, round)
            .with(perSecond, (double) tally().committedInTime() / seconds)
            .with(Figure.P50_MICROS, tally().latencyMicros(50))
            .with(Figure.P95_MICROS, tally().latencyMicros(95))
            .with(Figure.P99_MICROS, tally().latencyMicros(99))
            .with(Figure.SLOWEST_MICROS, tally().latencyMicros(100))
            .with(Figure.FAILED, tally().failed())
            .with(Figure.FAIRNESS, fairness)
            .with(Figure.CLIENT_CPU_MICROS_PER_TX, micros(sum.processorNanos()))
            .with(Figure.SERVER_CPU_MICROS_PER_TX, serverMicros())
            .with(Figure.COMPILE_MILLIS_PER_SECOND, sum.compileMillisPerSecond(seconds));
    return sum.withFirings(point);
  }

  private @Nullable Double serverMicros() {
    return servers == null ? null : Double.valueOf(micros(servers.toNanos()));
  }

  private double micros(long nanos) {
    return each(nanos) / NANOS_PER_MICRO;
  }
}
