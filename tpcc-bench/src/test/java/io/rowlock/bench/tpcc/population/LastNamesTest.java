package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.population.Scale.LastNames;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LastNamesTest {
  @Test
  void examplesOfTheSpecification() {
    assertThat(LastNames.of(371)).isEqualTo("PRICALLYOUGHT");
    assertThat(LastNames.of(40)).isEqualTo("BARPRESBAR");
  }

  @Test
  void allAreDifferentAndFitIntoTheColumn() {
    assertThat(IntStream.range(0, LastNames.COUNT).mapToObj(LastNames::of))
        .doesNotHaveDuplicates()
        .hasSize(1000)
        .allMatch(name -> name.length() <= 16);
  }
}
