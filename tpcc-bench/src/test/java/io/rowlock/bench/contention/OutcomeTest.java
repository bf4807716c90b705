package io.rowlock.bench.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.measure.Spread;
import io.rowlock.bench.measure.Target;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private final List<Point> points = new ArrayList<>();

  @Test
  void ratiosAreOfTheSameRound() {
    counter(1, 1, 100);
    counter(64, 1, 50);
    counter(64, 2, 30);
    counter(1, 2, 300);
    assertThat(Ratio.of(points))
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
    return Outcome.targets(Row.of(points), Ratio.of(points)).stream()
        .filter(target -> !target.isMet())
        .map(Target::what)
        .toList();
  }

  private void counter(int threads, int round, double txPerSecond) {
    points.add(point(new Series(Kind.READ_MODIFY_WRITE, threads), round, txPerSecond, 0, null));
  }

  private static Point point(
      Series series, int round, double txPerSecond, long failed, @Nullable Integer fewest) {
    return new Point(series, round, txPerSecond, 1, 2, 3, 1, 2, failed, fewest);
  }
}
