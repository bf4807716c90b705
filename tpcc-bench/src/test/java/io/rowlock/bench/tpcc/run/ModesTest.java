package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.Bench;
import io.rowlock.bench.kit.ExitStatus;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.Report;
import io.rowlock.bench.tpcc.report.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The comparison of modes in turns. */
class ModesTest {
  private static final Points<ModeSeries> POINTS =
      new Points<>(
          List.of(
              point(Mode.TX, 1, 50, 20),
              point(Mode.RAW, 1, 40, 25),
              point(Mode.RAW_BATCHED, 1, 100, 10),
              point(Mode.RAW, 2, 50, 20),
              point(Mode.RAW_BATCHED, 2, 100, 10),
              point(Mode.TX, 2, 60, 16),
              point(Mode.RAW_BATCHED, 3, 80, 12),
              point(Mode.TX, 3, 30, 24),
              point(Mode.RAW, 3, 30, 30)));

  @Test
  void ratiosAreOfTheSameRound() {
    assertThat(experiment(Layout.NORMALIZED).ratios(POINTS))
        .containsExactly(
            ratio(Mode.RAW, Figure.TX_PER_SECOND, new Spread(1, 1.2, 1.25)),
            ratio(Mode.RAW, ModeSeries.MEAN_MILLIS, new Spread(0.8, 0.8, 0.8)),
            ratio(Mode.RAW_BATCHED, Figure.TX_PER_SECOND, new Spread(0.375, 0.5, 0.6)),
            ratio(Mode.RAW_BATCHED, ModeSeries.MEAN_MILLIS, new Spread(1.6, 2, 2)));
  }

  private static Ratio<ModeSeries> ratio(Mode over, Figure figure, Spread spread) {
    return new Ratio<>(new ModeSeries(Mode.TX), new ModeSeries(over), figure, spread, true);
  }

  private static ModesExperiment experiment(Layout layout) {
    return new ModesExperiment(null, layout, "", new Report(List.of(), List.of()));
  }

  /** The medians of both modes, divided, would be 1.25. */
  @Test
  void consoleAndPageShowTheSameRatioAndMeans(@TempDir Path directory) throws IOException {
    StringWriter console = new StringWriter();
    Settings settings = io.rowlock.bench.tpcc.report.Results.of("tx", 50).settings();
    Report report = new Report(List.of(), List.of());
    ModesExperiment experiment = new ModesExperiment(settings, Layout.ONETABLE, "", report);
    experiment.publish(
        experiment.judge(List.of(), POINTS, List.of(), Map.of(), null),
        ResultDirectory.create(directory),
        new PrintWriter(console));
    assertThat(console.toString())
        .contains("tx / raw, txPerSecond: 1.20x (1.00..1.25)")
        .containsPattern("tx +50.0 +0 +20.00 ");
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("Throughput: tx / raw 1.20x (1.00..1.25)")
        .contains(
            "<td class=\"text\">tx / raw</td><td class=\"text\">txPerSecond</td><td>1.20</td>")
        .doesNotContain("1.25x");
  }

  @Test
  void layoutsHaveTargetsOfTheirOwn() {
    assertThat(experiment(Layout.NORMALIZED).targets(POINTS))
        .hasSize(2)
        .allMatch(Target::isMet)
        .extracting(Target::limit)
        .containsExactly(1.0, 0.5);
    assertThat(experiment(Layout.ONETABLE).targets(POINTS))
        .extracting(Target::isMet)
        .containsExactly(true, false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--modes tx                        | --modes expects at least two modes, each once",
        "--modes tx,tx                     | --modes expects at least two modes, each once",
        "--modes tx,fast                   | 'fast' is none of tx, raw",
        "--modes tx,raw --rounds 0         | --rounds must be at least 1, not 0",
        "--modes tx,raw --count 5 --time 0 | Modes in turns need --time, not --count",
        "--time 0                          | Without --time there must be a --count",
        "--quorum localhost                | --quorum expects HOST:PORT"
      })
  void wrongArgumentsAreUsageErrors(String arguments, String message) {
    StringWriter err = new StringWriter();
    CommandLine command = Bench.commandLine().setErr(new PrintWriter(err));
    assertThat(command.execute(("tpcc " + arguments).split(" ", -1))).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString()).contains(message);
  }

  private static Point<ModeSeries> point(Mode mode, int round, double txPerSecond, double mean) {
    return Point.of(new ModeSeries(mode), round)
        .with(Figure.TX_PER_SECOND, txPerSecond)
        .with(ModeSeries.NOPM, 0)
        .with(ModeSeries.MILLIS, new Latency(100, 1, mean, 2, 3, 4, 5, 6, 7))
        .with(ModeSeries.MEAN_MILLIS, mean)
        .with(ModeSeries.P50_MILLIS, 2)
        .with(ModeSeries.P95_MILLIS, 4)
        .with(ModeSeries.P99_MILLIS, 5)
        .with(Figure.CONFLICTS_PER_TX, 0)
        .with(ModeSeries.FAILURES, 0)
        .with(Figure.RPCS_PER_TX, 1)
        .with(ModeSeries.ROW_MUTATIONS_PER_TX, 1);
  }
}
