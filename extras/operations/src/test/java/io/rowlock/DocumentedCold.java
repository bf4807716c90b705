package io.rowlock;

import static io.rowlock.MeasuredFolder.NOT_MEASURED;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/** What the first minutes of a client are like, from its part of {@code scripts/bench all}. */
record DocumentedCold(MeasuredFolder folder) {
  private static final String FOLDER = "cold-start";
  private static final double NEARLY = 0.9;
  private static final int WINDOW = 10;
  private static final int MINUTE = 60;
  private static final int MOST_SECONDS = 60;

  static DocumentedCold of(List<MeasuredFolder> folders) {
    return new DocumentedCold(MeasuredFolder.named(folders, FOLDER));
  }

  /** Returns a row for each mode. */
  List<List<String>> rows() {
    return folder.isMeasured()
        ? Stream.of("tx", "raw-batched").map(this::row).toList()
        : List.of(List.of(NOT_MEASURED, "", "", "", "", folder.link("")));
  }

  private List<String> row(String mode) {
    List<Double> speeds = speeds(mode);
    return List.of(
        "`" + mode + "`",
        number(mean(speeds.subList(0, WINDOW))),
        number(mean(speeds.subList(0, MINUTE))),
        number(settled(speeds)),
        String.valueOf(secondsUntilNearlySettled(speeds)),
        number(compileSeconds(mode)),
        folder.link(""));
  }

  /** Returns the goal of the first minute. */
  List<List<String>> goals(String benchmarks) {
    if (!folder.isMeasured()) {
      return List.of();
    }
    int seconds = secondsUntilNearlySettled(speeds("tx"));
    return List.of(
        List.of(
            "TPC-C onetable, seconds until a cold client reaches 90 % of its last minute, tx",
            "at most " + MOST_SECONDS,
            String.valueOf(seconds),
            seconds <= MOST_SECONDS ? "met" : "**missed**",
            folder.link(benchmarks)));
  }

  /** Returns the throughput of each second. */
  private List<Double> speeds(String mode) {
    return JsonParser.parseString(folder.text(mode + "/run.json"))
        .getAsJsonObject()
        .getAsJsonArray("intervals")
        .asList()
        .stream()
        .map(interval -> interval.getAsJsonObject().get("tps").getAsDouble())
        .toList();
  }

  /** Returns how long the compilers of the client have worked until its end. */
  private double compileSeconds(String mode) {
    JsonObject last =
        JsonParser.parseString(folder.text(mode + "/cold.json")).getAsJsonArray().asList().stream()
            .reduce((earlier, later) -> later)
            .orElseThrow()
            .getAsJsonObject();
    return last.getAsJsonObject("jvm").get("compileMillis").getAsDouble() / 1_000;
  }

  private static double settled(List<Double> speeds) {
    return mean(speeds.subList(speeds.size() - MINUTE, speeds.size()));
  }

  /** Returns the end of the first ten seconds that are nearly as fast as the last minute. */
  private static int secondsUntilNearlySettled(List<Double> speeds) {
    double enough = NEARLY * settled(speeds);
    return IntStream.rangeClosed(WINDOW, speeds.size())
        .filter(end -> mean(speeds.subList(end - WINDOW, end)) >= enough)
        .findFirst()
        .orElseThrow();
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(each -> each).average().orElseThrow();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }
}
