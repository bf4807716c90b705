package io.rowlock.bench.micro.scale;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.micro.scale.Part.Finding;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.Subject.Figures;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private static final String HEADER =
      "part,work,rows,regions,threads,delay_ms,commits_before,round,tx_per_s,p50_us,p99_us,"
          + "commit_p50_us,rpcs_per_tx,added_us,waves_per_tx,commit_waves_per_tx,failed";
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

  @Test
  void csvHasAValueForEveryColumn() {
    String[] lines = csv(hotRow(1_000, 1_100)).split("\n", -1);
    assertThat(lines[0]).isEqualTo(HEADER);
    assertThat(lines[1]).startsWith("hot-row,\"hot row\",1,1,1,0,100,1,10.00,1000.0,");
    assertThat(lines[1].split(",", -1)).hasSameSizeAs(lines[0].split(",", -1));
  }

  @Test
  void everyPartHasItsChart() throws IOException {
    List<Point<Subject>> points = new ArrayList<>(hotRow(1_000, 1_100));
    points.add(point(Subject.of(PartName.ROWS, "transfer"), 500, 0));
    byte[] png = ScaleExperiment.picture(new Points<>(points).rows()).png();
    assertThat(ImageIO.read(new ByteArrayInputStream(png)).getHeight()).isEqualTo(2 * 480);
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

  private static String csv(List<Point<Subject>> points) {
    return new String(Figures.POINTS.csv(points), UTF_8);
  }
}
