package io.rowlock.bench.micro.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.micro.scale.Part.Finding;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.Subject.Figures;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private static final Subject HOT = Subject.of(PartName.HOT_ROW, "hot row");

  private final ScalePlan plan = plan(PartName.HOT_ROW, 10_000);

  @Test
  void rowThatGrowsDearMissesItsGoal() {
    List<Finding> findings = new HotRowPart().judge(plan, new Points<>(hotRow(1_000, 1_310)));
    assertThat(findings.get(0).target())
        .asString()
        .startsWith("MISSED hot row, p50 after 10000 commits");
    findings = new HotRowPart().judge(plan, new Points<>(hotRow(1_000, 1_290)));
    assertThat(findings.get(0).target()).asString().startsWith("met ");
  }

  @Test
  void transactionThatWaitsFourTimesMissesItsGoal() {
    Subject judged =
        Subject.of(PartName.DELAY, "20 read and written, 10 more read").rows(20).regions(4);
    ScalePlan delayed = plan(PartName.DELAY, 100);
    delayed.delays = List.of(0, 2);
    Point<Subject> before = point(judged, 1_000, 0);
    assertThat(
            new DelayPart()
                .judge(
                    delayed,
                    new Points<>(List.of(before, point(judged.delayMillis(2), 9_000, 2_000)))))
        .anyMatch(ReportsTest::isMissed);
    assertThat(
            new DelayPart()
                .judge(
                    delayed,
                    new Points<>(List.of(before, point(judged.delayMillis(2), 7_900, 2_000)))))
        .noneMatch(ReportsTest::isMissed);
  }

  private static ScalePlan plan(PartName part, int hotCommits) {
    ScalePlan plan = new ScalePlan();
    plan.parts = List.of(part);
    plan.rows = List.of(1);
    plan.hotCommits = hotCommits;
    return plan;
  }

  private static boolean isMissed(Finding finding) {
    return finding.target() != null && !finding.target().isMet();
  }

  private static List<Point<Subject>> hotRow(double first, double last) {
    return List.of(
        point(HOT.commitsBefore(100), first, 0), point(HOT.commitsBefore(10_000), last, 0));
  }

  private static Point<Subject> point(Subject subject, double p50Micros, double addedMicros) {
    return Point.of(subject, 1)
        .with(Figure.TX_PER_SECOND, 10)
        .with(Figure.P50_MICROS, p50Micros)
        .with(Figure.P99_MICROS, p50Micros)
        .with(Figures.COMMIT_P50_MICROS, p50Micros)
        .with(Figure.RPCS_PER_TX, 1)
        .with(Figures.ADDED_MICROS, addedMicros)
        .with(Figures.WAVES_PER_TX, 0)
        .with(Figures.COMMIT_WAVES_PER_TX, 0)
        .with(Figure.FAILED, 0);
  }
}
