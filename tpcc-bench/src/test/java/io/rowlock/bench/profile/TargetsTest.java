package io.rowlock.bench.profile;

import static io.rowlock.bench.profile.Profile.PRACTICAL;
import static io.rowlock.bench.profile.Profile.TRANSFER;
import static io.rowlock.bench.profile.Profile.WORST_CASE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private static final Plan FOUR_REGIONS = Points.plan(List.of(PRACTICAL), List.of(1), null);
  private static final Plan ONE_REGION =
      Points.plan(List.of(PRACTICAL), List.of(1), null, null, true);

  @Test
  void plainHBaseIsTheMeasureOfLatencyAndThroughput() {
    List<Point> points =
        List.of(
            Points.point(PRACTICAL, Mode.RAW, 1, 1, 100, 100),
            Points.point(PRACTICAL, Mode.TX, 1, 1, 100, 56),
            Points.throughput(PRACTICAL, Mode.RAW, 8, 100),
            Points.throughput(PRACTICAL, Mode.TX, 8, 100),
            Points.throughput(PRACTICAL, Mode.RAW, 32, 100),
            Points.throughput(PRACTICAL, Mode.TX, 32, 99),
            Points.point(WORST_CASE, Mode.RAW, 1, 1, 100, 10),
            Points.point(WORST_CASE, Mode.TX, 1, 1, 1, 15),
            Points.throughput(WORST_CASE, Mode.RAW, 8, 100),
            Points.throughput(WORST_CASE, Mode.TX, 8, 39),
            Points.point(TRANSFER, Mode.RAW, 1, 1, 100, 10),
            Points.point(TRANSFER, Mode.TX, 1, 1, 100, 11));
    assertThat(judge(FOUR_REGIONS, points))
        .containsExactly(
            "MISSED 0.56 0.55",
            "met 1.0 1.0",
            "MISSED 0.99 1.0",
            "met 1.5 1.5",
            "MISSED 0.39 0.4",
            "met 1.1 1.1");
  }

  @Test
  void inOneRegionMoreIsAskedAndACommitIsOneRpc() {
    List<Point> points =
        List.of(
            Points.point(PRACTICAL, Mode.RAW, 1, 1, 100, 10),
            Points.point(PRACTICAL, Mode.TX, 1, 1, 100, 6),
            Points.throughput(PRACTICAL, Mode.RAW, 8, 100),
            Points.throughput(PRACTICAL, Mode.RAW_BATCHED, 8, 200),
            Points.throughput(PRACTICAL, Mode.HAEINSA, 8, 50),
            Points.throughput(PRACTICAL, Mode.TX, 8, 150));
    assertThat(judge(ONE_REGION, points))
        .startsWith("met 0.6 0.6", "MISSED 1.5 1.8", "met 0.75 0.75", "met 3.0 2.2");
    assertThat(judge(ONE_REGION, points)).last().asString().endsWith(" 1.0");
  }

  @Test
  void peersAreJudgedAndOfOmidTheFasterMode() {
    List<Point> points =
        List.of(
            Points.point(PRACTICAL, Mode.HAEINSA, 1, 1, 100, 10),
            Points.point(PRACTICAL, Mode.TX, 1, 1, 100, 5),
            Points.throughput(PRACTICAL, Mode.HAEINSA, 8, 100),
            Points.throughput(PRACTICAL, Mode.OMID, 8, 50),
            Points.throughput(PRACTICAL, Mode.OMID_LOW_LATENCY, 8, 100),
            Points.throughput(PRACTICAL, Mode.TX, 8, 130));
    assertThat(judge(FOUR_REGIONS, points))
        .containsExactly("met 0.5 0.5", "MISSED 1.3 1.35", "MISSED 1.3 1.5");
  }

  @Test
  void contentionIsJudgedByFailuresAndGoodput() {
    List<Point> points =
        List.of(
            Points.failing(Mode.RAW, 16, 900, 0),
            Points.failing(Mode.TX, 16, 100, 0.01),
            Points.failing(Mode.TX, 32, 79, 0.011));
    assertThat(judge(Points.plan(List.of(PRACTICAL), List.of(16, 32), 10), points))
        .containsExactly("met 0.01 0.01", "MISSED 0.011 0.01", "MISSED 0.79 0.8");
  }

  @Test
  void amongAHundredHotRowsNothingMayFailAndPeersAreLeftBehind() {
    List<Point> points =
        List.of(
            Points.failing(Mode.HAEINSA, 32, 100, 0.12),
            Points.failing(Mode.OMID, 32, 80, 0),
            Points.failing(Mode.TX, 32, 140, 0.001));
    assertThat(judge(Points.plan(List.of(PRACTICAL), List.of(32), 100), points))
        .containsExactly("MISSED 0.001 0.0", "MISSED 1.4 1.5", "met 1.75 1.5");
  }

  @Test
  void whatWasNotMeasuredIsNotJudged() {
    List<Point> points = List.of(Points.point(PRACTICAL, Mode.RAW, 1, 1, 100, 10));
    assertThat(judge(FOUR_REGIONS, points)).isEmpty();
  }

  @Test
  void everyGoalSaysWhatItIsAbout() {
    Row row = Row.of(List.of(Points.point(WORST_CASE, Mode.TX, 1, 1, 1, 1))).get(0);
    List<Point> points =
        List.of(
            Points.throughput(PRACTICAL, Mode.OMID, 8, 50),
            Points.throughput(PRACTICAL, Mode.OMID_LOW_LATENCY, 8, 100),
            Points.throughput(PRACTICAL, Mode.TX, 8, 130));
    assertThat(Targets.judge(FOUR_REGIONS, List.of(row), Ratio.of(points)))
        .singleElement()
        .hasToString(
            "MISSED practical, throughput at 8 threads, tx/omid-low-latency, rows in 4 regions:"
                + " 1.300, should be at least 1.50");
  }

  @Test
  void rpcsAreExpectedExactlyOrWithinARange() {
    Row row = Row.of(List.of(Points.point(WORST_CASE, Mode.TX, 1, 1, 1, 1))).get(0);
    assertThat(ExpectedRpcs.of(WORST_CASE, Mode.TX, false).agreesWith(row)).isTrue();
    assertThat(ExpectedRpcs.of(WORST_CASE, Mode.TX, true).agreesWith(row)).isFalse();
    assertThat(ExpectedRpcs.of(WORST_CASE, Mode.RAW, false).agreesWith(row)).isFalse();
  }

  private static List<String> judge(Plan plan, List<Point> points) {
    return Targets.judge(plan, Row.of(points), Ratio.of(points)).stream()
        .map(t -> (t.isMet() ? "met " : "MISSED ") + t.measured() + " " + t.limit())
        .toList();
  }
}
