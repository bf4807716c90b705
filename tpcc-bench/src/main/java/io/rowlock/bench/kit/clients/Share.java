package io.rowlock.bench.kit.clients;

import io.rowlock.bench.kit.Firings;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Tally;
import io.rowlock.bench.kit.Warmth;
import io.rowlock.local.ProcessorTime;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What one client has done in a window.
 *
 * @param tally of its transactions
 * @param counts other numbers, by their names
 * @param processorNanos the processor time of its process
 */
public record Share(Tally tally, Map<String, Long> counts, long processorNanos) {
  private static final String COMPILE_MILLIS = "compileMillis";

  /** Returns a share whose processor time is not yet known. */
  public static Share of(Tally tally, Map<String, Long> counts) {
    return new Share(tally, counts, 0);
  }

  /**
   * Returns a client whose shares contain the processor time of this process and of its compilers,
   * and how often its mechanisms for speed fired.
   */
  public static <W> Client<W, Share> measuring(Client<W, Share> client) {
    return new Client<>() {
      @Override
      public Class<W> windowType() {
        return client.windowType();
      }

      @Override
      public Share run(W window) throws IOException {
        return measured(client, window);
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }

  private static <W> Share measured(Client<W, Share> client, W window) throws IOException {
    ProcessorTime before = ProcessorTime.now(null);
    Map<String, Long> fired = Firings.counts();
    long compiled = Warmth.compiledMillis();
    Share share = client.run(window);
    Map<String, Long> counts = new TreeMap<>(share.counts);
    counts.putAll(Firings.since(fired));
    counts.put(COMPILE_MILLIS, Warmth.compiledMillis() - compiled);
    ProcessorTime used = ProcessorTime.now(null).since(before);
    return new Share(share.tally, counts, used.client().toNanos());
  }

  /** Adds shares up; latencies are merged as histograms. */
  public static Share sum(List<Share> shares) {
    Tally tally = new Tally();
    Map<String, Long> counts = new TreeMap<>();
    long nanos = 0;
    for (Share share : shares) {
      tally.add(share.tally);
      share.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
      nanos += share.processorNanos;
    }
    return new Share(tally, counts, nanos);
  }

  /** Adds how often the mechanisms for speed fired. */
  public <S extends SeriesKey> Point<S> withFirings(Point<S> point) {
    return Firings.with(this::count, tally.committed(), point);
  }

  /** Returns the milliseconds of the compilers in a second of a window; null if none measured. */
  @Nullable Double compileMillisPerSecond(int seconds) {
    Long millis = counts.get(COMPILE_MILLIS);
    return millis == null ? null : (double) millis / seconds;
  }

  /** Returns a count. */
  public long count(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /** Returns the fairness of the commits of clients. */
  public static double fairness(List<Share> shares) {
    return fairness(shares.stream().mapToDouble(share -> share.tally.committedInTime()).toArray());
  }

  /**
   * Returns Jain's index of fairness of what each client committed: 1 if all committed as many, and
   * 1/n if one of n committed all (R. Jain, D. Chiu, W. Hawe, DEC-TR-301, 1984).
   */
  public static double fairness(double... committed) {
    double sum = DoubleStream.of(committed).sum();
    double squares = DoubleStream.of(committed).map(one -> one * one).sum();
    return squares == 0 ? 1 : sum * sum / (committed.length * squares);
  }
}
