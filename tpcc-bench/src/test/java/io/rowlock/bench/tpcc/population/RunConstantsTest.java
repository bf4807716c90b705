package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.population.Scale.RunConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunConstantsTest {
  private static final Scale SCALE = Scale.standard(1);

  @ParameterizedTest
  @CsvSource({
    "100, 165, true",
    "100, 164, false",
    "100, 35, true",
    "100, 36, false",
    "100, 219, true",
    "100, 220, false",
    "100, 196, false",
    "100, 212, false",
    "100, 100, false"
  })
  void differenceDecides(int load, int run, boolean isLegal) {
    assertThat(RunConstants.isLegal(SCALE, load, run)).isEqualTo(isLegal);
  }

  @Test
  void everyLoadConstantHasLegalOnes() {
    for (int load = 0; load <= 255; load++) {
      RunConstants constants = RunConstants.choose(SCALE, load, Dice.of(load));
      assertThat(RunConstants.isLegal(SCALE, load, constants.last())).isTrue();
      assertThat(constants.last()).isBetween(0, 255);
      assertThat(constants.customer()).isBetween(0, 1023);
      assertThat(constants.item()).isBetween(0, 8191);
    }
  }
}
