package io.rowlock.bench.micro.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.kit.Target;
import io.rowlock.bench.micro.contention.Outcome.Ratio;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private final List<Point<Series>> points = new ArrayList<>();

  @Test
  void ratiosAreOfTheSameRound() {
    counter(1, 1, 100);
    counter(64, 1, 50);
    counter(64, 2, 30);
    counter(1, 2, 300);
    assertThat(Ratio.of(new Points<>(points)))
        .containsExactly(new Ratio(Kind.READ_MODIFY_WRITE, 64, new Spread(0.1, 0.3, 0.5)));
  }

  @Test
  void poorGoodputMissesItsGoal() {
    counter(1, 1, 100);
    counter(64, 1, 49);
    assertThat(missed()).containsExactly("read-modify-write, goodput of 64 threads over one");
  }

  @Test
  void oneFailureInAnyRoundMissesItsGoal() {
    counter(64, 1, 100);
    points.add(point(new Series(Kind.BLIND, 64), 1, 10, 0, null));
    points.add(point(new Series(Kind.BLIND, 64), 2, 10, 1, null));
    points.add(point(new Series(Kind.BLIND, 64), 3, 10, 0, null));
    assertThat(missed()).containsExactly("blind increment, 64 threads, failures");
  }

  @Test
  void oneSecondWithoutAnAuditMissesItsGoal() {
    points.add(point(new Series(Kind.AUDITS, 1), 1, 10, 0, 3));
    points.add(point(new Series(Kind.AUDITS, 1), 2, 10, 0, 1));
    assertThat(missed()).isEmpty();
    points.add(point(new Series(Kind.AUDITS, 1), 3, 10, 0, 0));
    assertThat(missed()).containsExactly("audits in any second");
  }

  private List<String> missed() {
    return Outcome.targets(new Points<>(points)).stream()
        .filter(target -> !target.isMet())
        .map(Target::what)
        .toList();
  }

  private void counter(int threads, int round, double txPerSecond) {
    points.add(point(new Series(Kind.READ_MODIFY_WRITE, threads), round, txPerSecond, 0, null));
  }

  private static Point<Series> point(
      Series series, int round, double txPerSecond, long failed, @Nullable Integer fewest) {
    return Point.of(series, round)
        .with(Figure.TX_PER_SECOND, txPerSecond)
        .with(Figure.FAILED, failed)
        .with(Series.FEWEST_PER_SECOND, fewest);
  }
}
