package io.rowlock.bench.tpcc.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.measure.Environment;
import io.rowlock.bench.measure.Json;
import io.rowlock.bench.measure.ResultDirectory;
import io.rowlock.bench.measure.Target;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.result.Settings;
import java.io.IOException;
import java.util.List;

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
    directory.stage("modes.json", Json.of(this));
    directory.stage("modes.csv", ModesCsv.of(points).getBytes(UTF_8));
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
}
