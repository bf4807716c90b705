package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Latencies in microseconds, a histogram for each interval and kind: {@code hist-<type>.hlog}. Not
 * thread-safe.
 */
public final class Histograms {
  private static final int DIGITS = 3;

  /** Makes the column of maxima in the log show milliseconds. */
  private static final double MICROS_IN_MAXIMUM = 1_000;

  private final Map<Kind, Log> logs = new EnumMap<>(Kind.class);

  /** Begins the measured time. */
  public Histograms(long startMillis) {
    for (Kind kind : Kind.values()) {
      logs.put(kind, new Log(kind, startMillis));
    }
  }

  public static Histogram empty() {
    return new Histogram(DIGITS);
  }

  /** Adds the latencies of two clients up, kind by kind. */
  public static Map<Kind, Histogram> sum(Map<Kind, Histogram> some, Map<Kind, Histogram> others) {
    Map<Kind, Histogram> sum = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Histogram micros = empty();
      micros.add(some.getOrDefault(kind, empty()));
      micros.add(others.getOrDefault(kind, empty()));
      sum.put(kind, micros);
    }
    return sum;
  }

  public static String file(Kind kind) {
    return "hist-" + kind.title().toLowerCase(Locale.ROOT) + ".hlog";
  }

  /** Adds an interval, in seconds since the start of the measured time. */
  public void add(Kind kind, double from, double to, Histogram micros) {
    log(kind).add(from, to, micros);
  }

  /** The sum of all intervals. */
  public Histogram sum(Kind kind) {
    return log(kind).sum;
  }

  /** The sum of all intervals of all kinds. */
  public Histogram sum() {
    Histogram all = empty();
    logs.values().forEach(log -> all.add(log.sum));
    return all;
  }

  byte[] bytes(Kind kind) {
    return log(kind).bytes.toByteArray();
  }

  private Log log(Kind kind) {
    return Objects.requireNonNull(logs.get(kind));
  }

  /** The sum of all intervals in the files of a run; empty without a file. */
  public static Map<Kind, Histogram> read(Path directory) throws IOException {
    Map<Kind, Histogram> sums = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Histogram sum = empty();
      Path file = directory.resolve(file(kind));
      if (Files.exists(file)) {
        addAll(file, sum);
      }
      sums.put(kind, sum);
    }
    return sums;
  }

  private static void addAll(Path file, Histogram sum) throws IOException {
    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram next = reader.nextIntervalHistogram();
        if (next instanceof Histogram histogram) {
          sum.add(histogram);
        }
      }
    }
  }

  /** The histograms of one kind. */
  private static final class Log {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final HistogramLogWriter writer = new HistogramLogWriter(bytes);
    private final Histogram sum = empty();

    Log(Kind kind, long startMillis) {
      writer.outputComment("[" + kind.title() + ", in microseconds; maxima in milliseconds]");
      writer.outputLogFormatVersion();
      writer.outputStartTime(startMillis);
      writer.outputLegend();
    }

    void add(double from, double to, Histogram micros) {
      sum.add(micros);
      writer.outputIntervalHistogram(from, to, micros, MICROS_IN_MAXIMUM);
    }
  }

  /** Times in milliseconds; all are 0 without a value. */
  public record Latency(
      long count,
      double min,
      double mean,
      double p50,
      double p90,
      double p95,
      double p99,
      double p999,
      double max) {
    private static final double MICROS = 1_000;

    /** Of microseconds. */
    public static Latency of(Histogram micros) {
      if (micros.getTotalCount() == 0) {
        return new Latency(0, 0, 0, 0, 0, 0, 0, 0, 0);
      }
      return new Latency(
          micros.getTotalCount(),
          micros.getMinValue() / MICROS,
          micros.getMean() / MICROS,
          percentile(micros, 50),
          percentile(micros, 90),
          percentile(micros, 95),
          percentile(micros, 99),
          percentile(micros, 99.9),
          micros.getMaxValue() / MICROS);
    }

    /** In milliseconds, of microseconds. */
    public static double percentile(Histogram micros, double percentile) {
      return micros.getTotalCount() == 0 ? 0 : micros.getValueAtPercentile(percentile) / MICROS;
    }
  }
}
