package io.rowlock.bench.tpcc.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void haveAsManyDigitsAsSaySomething() {
    assertThat(Numbers.of(0.0)).isEqualTo("0");
    assertThat(Numbers.of(0.01234)).isEqualTo("0.0123");
    assertThat(Numbers.of(1.234)).isEqualTo("1.23");
    assertThat(Numbers.of(12.34)).isEqualTo("12.3");
    assertThat(Numbers.of(12_345.6)).isEqualTo("12,346");
    assertThat(Numbers.of(12_345L)).isEqualTo("12,345");
    assertThat(Numbers.of(-1.5)).isEqualTo("-1.50");
    assertThat(Numbers.of(3.0)).isEqualTo("3");
  }

  @Test
  void ratiosAreOfTheSecondToTheFirst() {
    assertThat(Numbers.ratio(2, 3)).isEqualTo("1.50x");
    assertThat(Numbers.ratio(2, 0)).isEqualTo("0.00x");
    assertThat(Numbers.ratio(0, 0)).isEqualTo("1.00x");
    assertThat(Numbers.ratio(0, 2)).isEqualTo("n/a");
  }
}
