package io.rowlock.bench.inserts;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.inserts.Series.IdKind;
import io.rowlock.bench.inserts.Series.InsertMode;
import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InsertsExperimentTest {
  private static final Series RAW = new Series(1, IdKind.UUID, InsertMode.RAW);
  private static final Series TX = new Series(1, IdKind.UUID, InsertMode.TX);
  private static final Series BATCHED = new Series(1, IdKind.UUID, InsertMode.RAW_BATCHED);
  private static final Series ALONE = new Series(2, IdKind.UUID, InsertMode.TX);

  @Test
  void modesAreComparedWithPlainHBaseRoundByRound() {
    List<Point<Series>> points =
        List.of(
            point(RAW, 1, 1_000),
            point(TX, 1, 500),
            point(TX, 2, 300),
            point(RAW, 2, 400),
            point(ALONE, 1, 9));
    Figure figure = Series.INSERTS_PER_SECOND;
    assertThat(new InsertsExperiment(new InsertsPlan()).ratios(new Points<>(points)))
        .containsExactly(new Ratio<>(TX, RAW, figure, new Spread(0.5, 0.625, 0.75), true));
  }

  @Test
  void reportShowsRatiosAndFailedChecks(@TempDir Path directory) throws IOException {
    List<Point<Series>> points = new ArrayList<>(List.of(point(RAW, 1, 1_000), point(TX, 1, 500)));
    StringWriter text = new StringWriter();
    InsertsExperiment experiment = new InsertsExperiment(new InsertsPlan());
    List<String> failed = List.of("a row is missing");
    experiment.publish(
        experiment.judge(List.of(), new Points<>(points), failed, Map.of(), null),
        ResultDirectory.create(directory),
        new PrintWriter(text));
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("Throughput: tx / raw 0.50x (0.50..0.50)", "A check failed: a row is missing");
    assertThat(text.toString())
        .contains("1 server, uuid, tx / 1 server, uuid, raw, insertsPerSecond: 0.50x (0.50..0.50)")
        .contains("77 records/s visible on both clusters")
        .doesNotContain("as many as were acknowledged");
  }

  @Test
  void targetsAreThoseOfTheLargestClusterOverTheBufferedMutator() {
    InsertsPlan plan = new InsertsPlan();
    plan.peer = true;
    List<Point<Series>> points =
        List.of(point(RAW, 1, 100), point(BATCHED, 1, 100), point(TX, 1, 69), point(ALONE, 1, 69));
    InsertsExperiment experiment = new InsertsExperiment(plan);
    assertThat(experiment.targets(new Points<>(points))).isEmpty();
    assertThat(experiment.targets(new Points<>(points.subList(0, 3))))
        .extracting(Target::toString)
        .containsExactly(
            "MISSED 1 server, uuid, tx / 1 server, uuid, raw-batched, insertsPerSecond: 0.690, should"
                + " be at least 0.70",
            "met    1 server, uuid, tx / 1 server, uuid, raw-batched, visiblePerSecond: 1.000, should"
                + " be at least 0.70");
  }

  private static Point<Series> point(Series series, int round, double insertsPerSecond) {
    return Point.of(series, round)
        .with(Series.INSERTS_PER_SECOND, insertsPerSecond)
        .with(Figure.P50_MICROS, 1)
        .with(Figure.P95_MICROS, 2)
        .with(Figure.P99_MICROS, 3)
        .with(Figure.SLOWEST_MICROS, 4)
        .with(Series.REGIONS_TOUCHED, 1)
        .with(Figure.RPCS_PER_TX, 0.5)
        .with(Figure.FAILED, 0)
        .with(Series.VISIBLE_PER_SECOND, 77.0);
  }
}
