package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Environment;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.report.Settings;
import io.rowlock.bench.tpcc.run.ModePoint.ModeRow;
import io.rowlock.bench.tpcc.run.ModesOptions.ModesPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * {@code modes.json}: a comparison of modes.
 *
 * @param settings of the first mode; those of the others differ in the mode alone
 * @param warmup transactions a second of each turn of the warm-up
 */
record ModesOutcome(
    int rounds,
    Settings settings,
    Environment environment,
    List<ModeRow> rows,
    List<ModeRatio> ratios,
    List<Target> targets,
    List<ModePoint> warmup,
    List<ModePoint> points) {

  void stage(ResultDirectory directory) throws IOException {
    directory.stageJson("modes.json", this);
    directory.stage("modes.csv", ModePoint.TABLE.csv(points));
  }

  static ModesOutcome of(
      ModesPlan plan,
      Settings settings,
      Environment environment,
      Layout layout,
      List<ModePoint> warmup,
      List<ModePoint> points) {
    List<ModeRatio> ratios = ModeRatio.of(points);
    return new ModesOutcome(
        plan.rounds(),
        settings,
        environment,
        ModeRow.of(points),
        ratios,
        ModeTargets.of(layout, ratios),
        List.copyOf(warmup),
        List.copyOf(points));
  }

  /** What Rowlock's throughput is meant to be, as a multiple of others'. */
  static final class ModeTargets {
    private static final Map<String, Double> NORMALIZED =
        Map.of("raw-batched", 0.4, "raw", 1.0, "2pc", 1.3);
    private static final Map<String, Double> ONETABLE =
        Map.of("raw-batched", 0.8, "raw", 1.0, "2pc", 3.0);

    private ModeTargets() {}

    static List<Target> of(Layout layout, List<ModeRatio> ratios) {
      Map<String, Double> limits = layout == Layout.ONETABLE ? ONETABLE : NORMALIZED;
      List<Target> targets = new ArrayList<>();
      for (ModeRatio ratio : ratios) {
        Double limit = limits.get(ratio.over());
        if (ratio.mode().equals(Mode.TX.toString()) && limit != null) {
          targets.add(
              new Target(
                  layout.name() + ", throughput of tx / " + ratio.over(),
                  ratio.throughput().median(),
                  Target.Bound.AT_LEAST,
                  limit));
        }
      }
      return List.copyOf(targets);
    }
  }

  /** The first mode against another, round by round. */
  record ModeRatio(String mode, String over, Spread throughput, Spread meanLatency) {

    static List<ModeRatio> of(List<ModePoint> points) {
      List<String> modes = points.stream().map(ModePoint::mode).distinct().toList();
      String first = points.get(0).mode();
      return modes.stream()
          .filter(mode -> !mode.equals(first))
          .map(
              over ->
                  new ModeRatio(
                      first,
                      over,
                      ratio(points, first, over, ModePoint::txPerSecond),
                      ratio(points, first, over, point -> point.millis().mean())))
          .toList();
    }

    private static Spread ratio(
        List<ModePoint> points, String mode, String over, ToDoubleFunction<ModePoint> value) {
      int rounds = points.stream().mapToInt(ModePoint::round).max().orElse(0);
      return Spread.of(
          IntStream.rangeClosed(1, rounds)
              .mapToObj(round -> of(points, mode, round, value) / of(points, over, round, value))
              .toList());
    }

    private static double of(
        List<ModePoint> points, String mode, int round, ToDoubleFunction<ModePoint> value) {
      return points.stream()
          .filter(point -> point.mode().equals(mode) && point.round() == round)
          .mapToDouble(value)
          .findFirst()
          .orElseThrow();
    }
  }
}
