package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WarmthTest {
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
