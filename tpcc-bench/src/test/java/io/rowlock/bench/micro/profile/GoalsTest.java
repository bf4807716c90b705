package io.rowlock.bench.micro.profile;

import static io.rowlock.bench.micro.profile.Profile.PRACTICAL;
import static io.rowlock.bench.micro.profile.Profile.TRANSFER;
import static io.rowlock.bench.micro.profile.Profile.WORST_CASE;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoalsTest {
  private static final Plan FOUR_REGIONS = TestPoints.plan(List.of(PRACTICAL), List.of(1), null);
  private static final Plan ONE_REGION =
      TestPoints.plan(List.of(PRACTICAL), List.of(1), null, null, true);

  @Test
  void plainHBaseIsTheMeasureOfLatencyAndThroughput() {
    List<Point<Series>> points =
        List.of(
            TestPoints.point(PRACTICAL, Mode.RAW, 1, 1, 100, 100),
            TestPoints.point(PRACTICAL, Mode.TX, 1, 1, 100, 56),
            TestPoints.throughput(PRACTICAL, Mode.RAW, 8, 100),
            TestPoints.throughput(PRACTICAL, Mode.TX, 8, 100),
            TestPoints.throughput(PRACTICAL, Mode.RAW, 32, 100),
            TestPoints.throughput(PRACTICAL, Mode.TX, 32, 99),
            TestPoints.point(WORST_CASE, Mode.RAW, 1, 1, 100, 10),
            TestPoints.point(WORST_CASE, Mode.TX, 1, 1, 1, 15),
            TestPoints.throughput(WORST_CASE, Mode.RAW, 8, 100),
            TestPoints.throughput(WORST_CASE, Mode.TX, 8, 39),
            TestPoints.point(TRANSFER, Mode.RAW, 1, 1, 100, 10),
            TestPoints.point(TRANSFER, Mode.TX, 1, 1, 100, 11));
    assertThat(judge(FOUR_REGIONS, points))
        .containsExactly(
            "MISSED 0.56 0.55",
            "met 1.5 1.5",
            "met 1.1 1.1",
            "met 1.0 1.0",
            "MISSED 0.39 0.4",
            "MISSED 0.99 1.0");
  }

  @Test
  void inOneRegionMoreIsAskedAndACommitIsOneRpc() {
    List<Point<Series>> points =
        List.of(
            TestPoints.point(PRACTICAL, Mode.RAW, 1, 1, 100, 10),
            TestPoints.point(PRACTICAL, Mode.TX, 1, 1, 100, 6),
            TestPoints.throughput(PRACTICAL, Mode.RAW, 8, 100),
            TestPoints.throughput(PRACTICAL, Mode.RAW_BATCHED, 8, 200),
            TestPoints.throughput(PRACTICAL, Mode.HAEINSA, 8, 50),
            TestPoints.throughput(PRACTICAL, Mode.TX, 8, 150),
            TestPoints.throughput(PRACTICAL, Mode.TX_BATCHED, 8, 180));
    assertThat(judge(ONE_REGION, points))
        .startsWith("met 0.6 0.6", "MISSED 1.5 1.8", "met 0.9 0.8", "met 3.0 2.2");
    assertThat(judge(ONE_REGION, points)).last().asString().endsWith(" 1.0");
  }

  @Test
  void peersAreJudgedAndOfOmidTheFasterMode() {
    List<Point<Series>> points =
        List.of(
            TestPoints.point(PRACTICAL, Mode.HAEINSA, 1, 1, 100, 10),
            TestPoints.point(PRACTICAL, Mode.TX, 1, 1, 100, 5),
            TestPoints.throughput(PRACTICAL, Mode.HAEINSA, 8, 100),
            TestPoints.throughput(PRACTICAL, Mode.OMID, 8, 50),
            TestPoints.throughput(PRACTICAL, Mode.OMID_LOW_LATENCY, 8, 100),
            TestPoints.throughput(PRACTICAL, Mode.TX, 8, 110));
    assertThat(judge(FOUR_REGIONS, points))
        .containsExactly("met 0.5 0.5", "met 1.1 1.1", "MISSED 1.1 1.3");
  }

  @Test
  void contentionIsJudgedByFailuresAndGoodput() {
    List<Point<Series>> points =
        List.of(
            TestPoints.failing(Mode.RAW, 16, 900, 0),
            TestPoints.failing(Mode.TX, 16, 100, 0.01),
            TestPoints.failing(Mode.TX, 32, 79, 0.011));
    assertThat(judge(TestPoints.plan(List.of(PRACTICAL), List.of(16, 32), 10), points))
        .containsExactly("met 0.01 0.01", "MISSED 0.011 0.01", "MISSED 0.79 0.8");
  }

  @Test
  void amongAHundredHotRowsNothingMayFailAndPeersAreLeftBehind() {
    List<Point<Series>> points =
        List.of(
            TestPoints.failing(Mode.HAEINSA, 32, 100, 0.12),
            TestPoints.failing(Mode.OMID, 32, 80, 0),
            TestPoints.failing(Mode.TX, 32, 140, 0.001));
    assertThat(judge(TestPoints.plan(List.of(PRACTICAL), List.of(32), 100), points))
        .containsExactly("MISSED 0.001 0.0", "MISSED 1.4 1.5", "met 1.75 1.5");
  }

  @Test
  void whatWasNotMeasuredIsNotJudged() {
    List<Point<Series>> points = List.of(TestPoints.point(PRACTICAL, Mode.RAW, 1, 1, 100, 10));
    assertThat(judge(FOUR_REGIONS, points)).isEmpty();
  }

  @Test
  void everyGoalSaysWhatItIsAbout() {
    List<Point<Series>> points =
        List.of(
            TestPoints.throughput(PRACTICAL, Mode.OMID, 8, 50),
            TestPoints.throughput(PRACTICAL, Mode.OMID_LOW_LATENCY, 8, 100),
            TestPoints.throughput(PRACTICAL, Mode.TX, 8, 110));
    assertThat(Goals.judge(FOUR_REGIONS, new Points<>(points), ratios(new Points<>(points))))
        .singleElement()
        .hasToString(
            "MISSED practical, throughput at 8 threads, tx/omid-low-latency, rows in 4 regions:"
                + " 1.100, should be at least 1.30");
  }

  @Test
  void rpcsAreExpectedExactlyOrWithinARange() {
    Row<Series> row =
        new Points<>(List.of(TestPoints.point(WORST_CASE, Mode.TX, 1, 1, 1, 1))).rows().get(0);
    assertThat(ExpectedRpcs.of(WORST_CASE, Mode.TX, false).agreesWith(row)).isTrue();
    assertThat(ExpectedRpcs.of(WORST_CASE, Mode.TX, true).agreesWith(row)).isFalse();
    assertThat(ExpectedRpcs.of(WORST_CASE, Mode.RAW, false).agreesWith(row)).isFalse();
  }

  private static List<String> judge(Plan plan, List<Point<Series>> points) {
    Points<Series> all = new Points<>(points);
    return Goals.judge(plan, all, ratios(all)).stream()
        .map(t -> (t.isMet() ? "met " : "MISSED ") + t.measured() + " " + t.limit())
        .toList();
  }

  private static List<Ratio<Series>> ratios(Points<Series> points) {
    return new ProfileExperiment(FOUR_REGIONS).ratios(points);
  }
}
