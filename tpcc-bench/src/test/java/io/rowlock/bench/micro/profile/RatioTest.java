package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Points;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.Spread;
import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
  private static final Profile PRACTICAL = Profile.PRACTICAL;

  @Test
  void isTakenWithinEachRound() {
    // Over all rounds together the medians are equal; round by round they are not.
    List<Ratio<Series>> ratios =
        ratios(
            List.of(
                TestPoints.point(PRACTICAL, Mode.RAW, 1, 1, 100, 10),
                TestPoints.point(PRACTICAL, Mode.TX, 1, 1, 200, 5),
                TestPoints.point(PRACTICAL, Mode.TX, 1, 2, 600, 4),
                TestPoints.point(PRACTICAL, Mode.RAW, 1, 2, 200, 16),
                TestPoints.point(PRACTICAL, Mode.RAW, 1, 3, 400, 20),
                TestPoints.point(PRACTICAL, Mode.TX, 1, 3, 100, 20)));
    Series tx = new Series(PRACTICAL, Mode.TX, 1);
    Series raw = new Series(PRACTICAL, Mode.RAW, 1);
    assertThat(ratios)
        .containsExactly(
            new Ratio<>(tx, raw, Figure.TX_PER_SECOND, new Spread(0.25, 2.0, 3.0), false),
            new Ratio<>(tx, raw, Figure.P50_MICROS, new Spread(0.25, 0.5, 1.0), false));
  }

  @Test
  void comparesWithEveryPlainModeThatWasMeasured() {
    List<Ratio<Series>> ratios =
        ratios(
            List.of(
                TestPoints.point(PRACTICAL, Mode.RAW, 8, 1, 100, 10),
                TestPoints.point(PRACTICAL, Mode.RAW_BATCHED, 8, 1, 400, 10),
                TestPoints.point(PRACTICAL, Mode.TX, 8, 1, 200, 10)));
    assertThat(ratios)
        .filteredOn(ratio -> ratio.figure().equals(Figure.TX_PER_SECOND))
        .extracting(ratio -> ratio.over().mode(), ratio -> ratio.spread().median())
        .containsExactly(tuple(Mode.RAW, 2.0), tuple(Mode.RAW_BATCHED, 0.5));
  }

  @Test
  void needsBothSides() {
    assertThat(ratios(List.of(TestPoints.point(PRACTICAL, Mode.TX, 1, 1, 1, 1)))).isEmpty();
    assertThat(ratios(List.of(TestPoints.point(PRACTICAL, Mode.RAW, 1, 1, 1, 1)))).isEmpty();
  }

  @Test
  void comparesEqualThreadCountsAndProfilesOnly() {
    assertThat(
            ratios(
                List.of(
                    TestPoints.point(PRACTICAL, Mode.RAW, 8, 1, 1, 1),
                    TestPoints.point(Profile.WORST_CASE, Mode.RAW, 1, 1, 1, 1),
                    TestPoints.point(PRACTICAL, Mode.TX, 1, 1, 1, 1))))
        .isEmpty();
  }

  private static List<Ratio<Series>> ratios(List<Point<Series>> points) {
    return new ProfileExperiment(new Plan()).ratios(new Points<>(points));
  }
}
