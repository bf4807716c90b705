package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.tpcc.population.Dice.NonUniform;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NonUniformTest {
  private static final int DRAWS = 400_000;

  private final Dice dice = Dice.of(1);

  @Test
  void drawsNumbersFromAllOverTheRangeAndNoOthers() {
    int[] drawn = counts(new NonUniform(1023, 1, 3000, 259), 3000);
    assertThat(drawn[0]).isZero();
    for (int begin = 1; begin < 3000; begin += 500) {
      assertThat(IntStream.range(begin, begin + 500).filter(number -> drawn[number] > 0).count())
          .isGreaterThan(350);
    }
  }

  @Test
  void onePercentOfTheItemsIsThreeOfTenDraws() {
    int[] drawn = counts(new NonUniform(8191, 1, 100_000, 7911), 100_000);
    Arrays.sort(drawn);
    double hot = IntStream.range(100_001 - 1000, 100_001).mapToLong(i -> drawn[i]).sum();
    assertThat(hot / DRAWS).isCloseTo(0.31, within(0.02));
  }

  @Test
  void constantMovesTheNumbersAroundInTheRange() {
    NonUniform here = new NonUniform(255, 0, 999, 0);
    NonUniform there = new NonUniform(255, 0, 999, 200);
    for (int i = 0; i < 1000; i++) {
      int moved = (here.draw(Dice.of(2, i)) + 200) % 1000;
      assertThat(there.draw(Dice.of(2, i))).isEqualTo(moved);
    }
  }

  private int[] counts(NonUniform numbers, int highest) {
    int[] counts = new int[highest + 1];
    for (int i = 0; i < DRAWS; i++) {
      counts[numbers.draw(dice)]++;
    }
    return counts;
  }
}
