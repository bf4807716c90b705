package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class WarmthTest {
  private record Series(String name) implements Point.SeriesKey {}

  @Test
  void seriesHasSettledWhenRoundsOverlapAndLittleIsCompiled() {
    assertThat(hasSettled(0, 100, 130, 101, 131)).isTrue();
    assertThat(hasSettled(99, 100, 114)).isTrue();
    assertThat(hasSettled(0, 200, 100)).isTrue();
    assertThat(hasSettled(0, 100)).isTrue();
  }

  @Test
  void seriesThatStillRisesHasNotSettled() {
    assertThat(hasSettled(0, 100, 105, 120, 125)).isFalse();
    assertThat(hasSettled(0, 100, 110, 116)).isFalse();
  }

  @Test
  void seriesWhoseClientsStillCompileHasNotSettled() {
    assertThat(hasSettled(101, 100, 100, 100)).isFalse();
  }

  @Test
  void compilersAreKnownOfThisJvm() {
    assertThat(Warmth.compiledMillis()).isPositive();
  }

  private static boolean hasSettled(double compileMillis, double... speeds) {
    List<Point<Series>> rounds =
        DoubleStream.of(speeds)
            .mapToObj(
                speed ->
                    Point.of(new Series("one"), 1)
                        .with(Figure.TX_PER_SECOND, speed)
                        .with(Figure.COMPILE_MILLIS_PER_SECOND, compileMillis))
            .toList();
    return Warmth.hasSettled(rounds);
  }

  @Test
  void countsAreOfTheWholeLifeOfThisJvm() throws IOException {
    try (Warmth warmth = Warmth.start()) {
      Warmth.Reading first = warmth.at(Instant.now());
      assertThat(first.classes()).isGreaterThan(1_000);
      assertThat(first.methods()).isPositive();
      assertThat(first.bytes()).isGreaterThan(first.methods());
      assertThat(first.compileMillis()).isPositive();
      Warmth.Reading second = warmth.at(Instant.now());
      assertThat(second.classes()).isGreaterThanOrEqualTo(first.classes());
      assertThat(second.methods()).isGreaterThanOrEqualTo(first.methods());
    }
  }
}
