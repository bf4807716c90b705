package io.rowlock.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TargetsTest {
  private static final List<Profile> BOTH = List.of(Profile.values());
  private static final List<Profile> PRACTICAL = List.of(Profile.PRACTICAL);

  @Test
  void latencyAtOneThreadAndThroughputAtEightAreJudged() {
    List<Point> points =
        List.of(
            Points.point(Profile.PRACTICAL, Mode.RAW, 1, 1, 100, 10),
            Points.point(Profile.PRACTICAL, Mode.TX, 1, 1, 100, 8.5),
            Points.point(Profile.PRACTICAL, Mode.RAW, 8, 1, 100, 10),
            Points.point(Profile.PRACTICAL, Mode.TX, 8, 1, 90, 99),
            Points.point(Profile.WORST_CASE, Mode.RAW, 1, 1, 100, 10),
            Points.point(Profile.WORST_CASE, Mode.TX, 1, 1, 1, 18),
            Points.point(Profile.WORST_CASE, Mode.RAW, 8, 1, 100, 10),
            Points.point(Profile.WORST_CASE, Mode.TX, 8, 1, 29, 1));
    assertThat(judge(Points.plan(BOTH, List.of(1, 8), null), points))
        .containsExactly("MISSED 0.85 0.8", "met 0.9 0.9", "met 1.8 1.8", "MISSED 0.29 0.3");
  }

  @Test
  void contentionIsJudgedByFailuresAndGoodput() {
    List<Point> points =
        List.of(
            Points.failing(Mode.RAW, 16, 900, 0),
            Points.failing(Mode.TX, 16, 100, 0.01),
            Points.failing(Mode.TX, 32, 79, 0.011));
    assertThat(judge(Points.plan(PRACTICAL, List.of(16, 32), 10), points))
        .containsExactly("met 0.01 0.01", "MISSED 0.011 0.01", "MISSED 0.79 0.8");
  }

  @Test
  void whatWasNotMeasuredIsNotJudged() {
    List<Point> points = List.of(Points.point(Profile.PRACTICAL, Mode.RAW, 1, 1, 100, 10));
    assertThat(judge(Points.plan(BOTH, List.of(1), null), points)).isEmpty();
  }

  @Test
  void rpcsAreExpectedExactly() {
    Row row = Row.of(List.of(Points.point(Profile.WORST_CASE, Mode.TX, 1, 1, 1, 1))).get(0);
    assertThat(ExpectedRpcs.of(Profile.WORST_CASE, Mode.TX).agreesWith(row)).isTrue();
    assertThat(ExpectedRpcs.of(Profile.PRACTICAL, Mode.TX).agreesWith(row)).isFalse();
  }

  private static List<String> judge(Plan plan, List<Point> points) {
    return Targets.judge(plan, Row.of(points), Ratio.of(points)).stream()
        .map(t -> (t.isMet() ? "met " : "MISSED ") + t.measured() + " " + t.limit())
        .toList();
  }
}
