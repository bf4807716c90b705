package io.rowlock.clienttests;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;

/**
 * The rounds of a kind of call. They have settled by the rule of {@code scripts/bench}: not all
 * later rounds are faster than the earlier ones, and by more than 15 % at the median, and the
 * compilers do not work for more than 100 ms of a second in most rounds.
 */
final class CallFigures {
  static final String HEAD = line("operation", "plain/s", "rowlock/s", "ratio", "spread");

  private static final double RISING = 1.15;
  private static final double MOST_COMPILING = 100;

  private final CallKind kind;
  private final List<Double> plain = new ArrayList<>();
  private final List<Double> transactional = new ArrayList<>();
  private final List<Double> compiling = new ArrayList<>();

  CallFigures(CallKind kind) {
    this.kind = kind;
  }

  /** Returns how long the compilers of this JVM have worked. */
  static long compiledMillis() {
    return ManagementFactory.getCompilationMXBean().getTotalCompilationTime();
  }

  /** Adds a round. */
  void add(double plainPerSecond, double transactionalPerSecond, double compileMillisPerSecond) {
    plain.add(plainPerSecond);
    transactional.add(transactionalPerSecond);
    compiling.add(compileMillisPerSecond);
  }

  private boolean hasSettled() {
    return median(compiling) <= MOST_COMPILING && !isRising(plain) && !isRising(transactional);
  }

  private static boolean isRising(List<Double> rounds) {
    int half = rounds.size() / 2;
    List<Double> early = sorted(rounds.subList(0, half));
    List<Double> late = sorted(rounds.subList(rounds.size() - half, rounds.size()));
    return half > 0 && late.get(0) > early.get(half - 1) && median(late) > RISING * median(early);
  }

  private List<Double> ratios() {
    return IntStream.range(0, plain.size())
        .mapToObj(i -> transactional.get(i) / plain.get(i))
        .toList();
  }

  /** Returns the line of the table; a star marks what had not settled. */
  String line() {
    List<Double> ratios = sorted(ratios());
    return line(
        kind.name(),
        number("%.1f", median(plain)),
        number("%.1f", median(transactional)),
        number("%.2f", median(ratios)),
        number("%.2f", ratios.get(0))
            + ".."
            + number("%.2f", ratios.get(ratios.size() - 1))
            + (hasSettled() ? "" : " *"));
  }

  private static String line(Object... cells) {
    return String.format(Locale.ROOT, "%-18s %12s %12s %8s %s", cells);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** Returns the results in the format of {@code scripts/bench}. */
  static String json(List<CallFigures> all) {
    Map<String, Object> summary =
        Map.of(
            "ratios",
            all.stream().map(CallFigures::ratio).toList(),
            "targets",
            all.stream().filter(one -> one.kind.goal() > 0).map(CallFigures::target).toList());
    return new GsonBuilder().setPrettyPrinting().create().toJson(summary) + "\n";
  }

  private Map<String, Object> ratio() {
    List<Double> ratios = sorted(ratios());
    return Map.of(
        "series", Map.of("call", kind.name(), "mode", "rowlock"),
        "over", Map.of("call", kind.name(), "mode", "plain"),
        "figure", "callsPerSecond",
        "spread",
            Map.of(
                "min", ratios.get(0),
                "median", median(ratios),
                "max", ratios.get(ratios.size() - 1)),
        "settled", hasSettled());
  }

  private Map<String, Object> target() {
    double measured = median(ratios());
    return Map.of(
        "what",
        "drop-in, one thread, " + kind.name() + ", over plain",
        "measured",
        measured,
        "bound",
        "AT_LEAST",
        "limit",
        kind.goal(),
        "settled",
        hasSettled(),
        "met",
        hasSettled() && measured >= kind.goal());
  }

  private static List<Double> sorted(List<Double> values) {
    return values.stream().sorted().toList();
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().flatMapToDouble(DoubleStream::of).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
