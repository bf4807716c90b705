package io.rowlock.bench.micro.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.micro.scale.Part.PartName;
import io.rowlock.bench.micro.scale.Subject.Figures;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PointsTest {
  private static final Subject FAST = Subject.of(PartName.DELAY, "work");
  private static final Subject SLOW = FAST.delayMillis(2);

  private final List<Point<Subject>> all = new ArrayList<>();

  @Test
  void ratiosAreOfTheSameRound() {
    add(FAST, 1, 100, 0);
    add(SLOW, 2, 900, 0);
    add(FAST, 2, 300, 0);
    add(SLOW, 1, 200, 0);
    assertThat(new Points<>(all).ratio(SLOW, FAST, Figure.P50_MICROS))
        .contains(new Spread(2, 2.5, 3));
  }

  @Test
  void delaysAreThoseThatWereReallyAdded() {
    add(FAST, 1, 1_000, 0);
    add(SLOW, 1, 7_600, 2_200);
    assertThat(DelayPart.delays(new Points<>(all), SLOW, Figure.P50_MICROS))
        .contains(new Spread(3, 3, 3));
  }

  @Test
  void whatWasNotMeasuredHasNoRatio() {
    add(FAST, 1, 1_000, 0);
    assertThat(new Points<>(all).ratio(SLOW, FAST, Figure.P50_MICROS)).isEmpty();
    assertThat(DelayPart.delays(new Points<>(all), SLOW, Figure.P50_MICROS)).isEmpty();
  }

  private void add(Subject subject, int round, double p50Micros, double addedMicros) {
    all.add(
        Point.of(subject, round)
            .with(Figure.P50_MICROS, p50Micros)
            .with(Figures.ADDED_MICROS, addedMicros));
  }
}
