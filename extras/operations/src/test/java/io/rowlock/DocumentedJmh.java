package io.rowlock;

import static io.rowlock.MeasuredFolder.NOT_MEASURED;
import static io.rowlock.MeasuredFolder.text;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/** The rows of the table of profiles by JMH, from its part of {@code scripts/bench all}. */
record DocumentedJmh(MeasuredFolder folder) {
  private static final double MICROS_PER_SECOND = 1e6;
  private static final double MICROS_PER_MILLI = 1_000;
  private static final List<String> MODES = List.of("raw", "raw-batched", "tx", "haeinsa");

  /** A line of JMH: the sampled time of a transaction, in microseconds. */
  private record Line(
      String profile, int regions, int threads, String mode, double mean, double p50, double p95) {
    static Line of(JsonObject json) {
      JsonObject parameters = json.getAsJsonObject("params");
      JsonObject metric = json.getAsJsonObject("primaryMetric");
      JsonObject percentiles = metric.getAsJsonObject("scorePercentiles");
      return new Line(
          text(parameters, "profile"),
          parameters.get("regions").getAsInt(),
          json.get("threads").getAsInt(),
          text(parameters, "mode"),
          metric.get("score").getAsDouble(),
          percentiles.get("50.0").getAsDouble(),
          percentiles.get("95.0").getAsDouble());
    }

    boolean isTransactionFor(Line other) {
      return mode.equals("tx")
          && profile.equals(other.profile)
          && regions == other.regions
          && threads == other.threads;
    }
  }

  static DocumentedJmh of(List<MeasuredFolder> folders) {
    return new DocumentedJmh(MeasuredFolder.named(folders, "jmh-profile"));
  }

  /** Returns a row for each line, modes of the same work side by side. */
  List<List<String>> rows() {
    if (!folder.isMeasured()) {
      return List.of(List.of(NOT_MEASURED, "", "", "", "", ""));
    }
    List<Line> lines =
        JsonParser.parseString(folder.text("jmh.json")).getAsJsonArray().asList().stream()
            .map(JsonElement::getAsJsonObject)
            .map(Line::of)
            .sorted(
                Comparator.comparing(Line::profile)
                    .thenComparing(Line::regions)
                    .thenComparing(Line::threads)
                    .thenComparing(line -> MODES.indexOf(line.mode())))
            .toList();
    return lines.stream().map(line -> row(line, lines)).toList();
  }

  private static List<String> row(Line line, List<Line> all) {
    double mean =
        all.stream().filter(one -> one.isTransactionFor(line)).findAny().orElseThrow().mean;
    return List.of(
        "%s, %d, %d".formatted(line.profile, line.regions, line.threads),
        "`" + line.mode + "`",
        number("%,.0f", line.threads * MICROS_PER_SECOND / line.mean),
        number("%.1f", line.p50 / MICROS_PER_MILLI),
        number("%.1f", line.p95 / MICROS_PER_MILLI),
        line.mode.equals("tx") ? "" : number("%.2f", line.mean / mean));
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
