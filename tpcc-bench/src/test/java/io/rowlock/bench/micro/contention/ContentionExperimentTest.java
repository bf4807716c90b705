package io.rowlock.bench.micro.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContentionExperimentTest {
  private final List<Point<Series>> points = new ArrayList<>();

  @Test
  void ratiosAreOfTheSameRound() {
    counter(1, 1, 100);
    counter(64, 1, 50);
    counter(64, 2, 30);
    counter(1, 2, 300);
    assertThat(experiment(false).ratios(new Points<>(points)))
        .containsExactly(
            new Ratio<>(
                new Series(Kind.READ_MODIFY_WRITE, 1, 64),
                new Series(Kind.READ_MODIFY_WRITE, 1, 1),
                Figure.TX_PER_SECOND,
                new Spread(0.1, 0.3, 0.5),
                false));
  }

  @Test
  void poorGoodputMissesItsGoal() {
    counter(1, 1, 100);
    counter(64, 1, 49);
    assertThat(missed())
        .containsExactly(
            "read-modify-write, 64 threads / read-modify-write, 1 thread, txPerSecond");
  }

  @Test
  void oneFailureInAnyRoundMissesItsGoal() {
    counter(64, 1, 100);
    points.add(point(new Series(Kind.BLIND, 1, 64), 1, 10, 0, null));
    points.add(point(new Series(Kind.BLIND, 1, 64), 2, 10, 1, null));
    points.add(point(new Series(Kind.BLIND, 1, 64), 3, 10, 0, null));
    assertThat(missed()).containsExactly("blind increment, 64 threads, failures");
  }

  @Test
  void oneSecondWithoutAnAuditMissesItsGoal() {
    points.add(point(new Series(Kind.AUDITS, 1, 1), 1, 10, 0, 3));
    points.add(point(new Series(Kind.AUDITS, 1, 1), 2, 10, 0, 1));
    assertThat(missed()).isEmpty();
    points.add(point(new Series(Kind.AUDITS, 1, 1), 3, 10, 0, 0));
    assertThat(missed()).containsExactly("audits in any second");
  }

  @Test
  void processesAreComparedWithPlainHBaseAndWithEachOther() {
    Series transactions = new Series(Kind.READ_MODIFY_WRITE, 8, 8);
    points.add(processes(transactions, 99, 0.9, 6));
    points.add(processes(transactions.of(Kind.BLIND), 199, 0.9, 6));
    points.add(processes(transactions.of(Kind.RAW), 100, 0.9, 6));
    assertThat(missed())
        .containsExactlyInAnyOrder(
            "read-modify-write, 8 x 8 threads / raw check-and-put, 8 x 8 threads, txPerSecond",
            "blind increment, 8 x 8 threads / raw check-and-put, 8 x 8 threads, txPerSecond",
            "read-modify-write, 8 x 8 threads, p99 / p50",
            "read-modify-write, 8 x 8 threads, fairness of processes");
  }

  private static Point<Series> processes(
      Series series, double txPerSecond, double fairness, double p99) {
    return point(series, 1, txPerSecond, 0, null)
        .with(Figure.P50_MICROS, 1)
        .with(Figure.P99_MICROS, p99)
        .with(Figure.FAIRNESS, fairness);
  }

  @Test
  void longAuditsMustCommitAndLetTransfersGoOn() {
    Series alone = new Series(Kind.TRANSFERS_ALONE, 1, 16);
    Series audits = new Series(Kind.AUDITS, 1, 1);
    points.add(point(alone, 1, 100, 0, null));
    points.add(point(alone.of(Kind.TRANSFERS), 1, 79, 0, null));
    points.add(point(audits, 1, 1, 0, 0).with(Series.COMMITTED_IN_TIME, 0));
    points.add(
        point(audits.of(Kind.UNVALIDATED_AUDITS), 1, 1, 0, 0).with(Series.COMMITTED_IN_TIME, 1));
    assertThat(missed(true))
        .containsExactly(
            "transfers, 16 threads / transfers alone, 16 threads, txPerSecond",
            "audits in any window");
  }

  private List<String> missed() {
    return missed(false);
  }

  private List<String> missed(boolean areAuditsLong) {
    return experiment(areAuditsLong).targets(new Points<>(points)).stream()
        .filter(target -> !target.isMet())
        .map(Target::what)
        .toList();
  }

  private static ContentionExperiment experiment(boolean areAuditsLong) {
    ContentionPlan plan = new ContentionPlan();
    plan.accounts = areAuditsLong ? ContentionPlan.LONG_AUDIT : 100;
    return new ContentionExperiment(plan);
  }

  private void counter(int threads, int round, double txPerSecond) {
    points.add(point(new Series(Kind.READ_MODIFY_WRITE, 1, threads), round, txPerSecond, 0, null));
  }

  private static Point<Series> point(
      Series series, int round, double txPerSecond, long failed, @Nullable Integer fewest) {
    return Point.of(series, round)
        .with(Figure.TX_PER_SECOND, txPerSecond)
        .with(Figure.FAILED, failed)
        .with(Series.FEWEST_PER_SECOND, fewest);
  }
}
