package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.ResultDirectory;
import io.rowlock.bench.kit.Results;
import io.rowlock.bench.kit.Row;
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

class GrowthExperimentTest {
  private final GrowthPlan plan = new GrowthPlan();
  private final List<Point<GrowthSeries>> points = new ArrayList<>();

  @Test
  void largestClusterIsComparedWithOneServer() {
    on(4, 349, 1100);
    on(1, 100, 1000);
    on(2, 50, 9000);
    assertThat(results().targets())
        .extracting(Target::measured, Target::isMet)
        .containsExactly(tuple(3.49, false), tuple(1.1, true), tuple(0.0, true));
  }

  @Test
  void proportionIsOfTheNumberOfServers() {
    on(1, 100, 1000);
    on(2, 176, 1210);
    assertThat(results().targets())
        .extracting(Target::measured, Target::isMet)
        .containsExactly(tuple(1.76, true), tuple(1.21, false), tuple(0.0, true));
  }

  @Test
  void plainRequestsStandBesideAndHaveNoTargets() {
    on(1, 100, 1000);
    on(2, 200, 1000);
    on(1, Mode.RAW, 300, 900);
    on(2, Mode.RAW, 310, 9000);
    assertThat(results().targets()).hasSize(3).allMatch(Target::isMet);
    assertThat(results().rows()).extracting(Row::series).asString().contains("practical, raw, 2");
  }

  @Test
  void withoutOneServerThereIsNothingToCompare() {
    on(2, 100, 1000);
    on(4, 200, 1000);
    assertThat(results().targets()).isEmpty();
  }

  @Test
  void resultsAreTextFileAndPicture(@TempDir Path directory) throws IOException {
    on(1, 100, 1000);
    on(2, 176, 1210);
    StringWriter out = new StringWriter();
    new GrowthExperiment(plan)
        .publish(results(), ResultDirectory.create(directory), new PrintWriter(out, true));
    assertThat(out.toString())
        .containsPattern("practical, tx, 1 server +100.0 +1.00 +3.00")
        .contains("MISSED practical, tx, 2 servers, p50 over 1 server: 1.210");
    assertThat(directory.resolve("summary.json")).content().contains("\"servers\" : 2");
    assertThat(directory.resolve("growth.png")).isNotEmptyFile();
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("practical, tx, 2 servers: 1.76x (1.76..1.76) one server");
  }

  private void on(int servers, double txPerSecond, double p50Micros) {
    on(servers, Mode.TX, txPerSecond, p50Micros);
  }

  private void on(int servers, Mode mode, double txPerSecond, double p50Micros) {
    Point<Series> point = TestPoints.point(Profile.PRACTICAL, mode, 1, 1, txPerSecond, p50Micros);
    points.add(GrowthSeries.point(servers, point));
  }

  private Results<GrowthSeries> results() {
    plan.profiles = List.of(Profile.PRACTICAL);
    plan.modes = points.stream().map(point -> point.series().mode()).distinct().toList();
    return new GrowthExperiment(plan)
        .judge(List.of(), new Points<>(points), List.of(), Map.of(), null);
  }
}
