package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void oddCountTakesTheMiddleValue() {
    assertThat(Spread.of(List.of(3.0, 1.0, 2.5))).isEqualTo(new Spread(1.0, 2.5, 3.0));
  }

  @Test
  void evenCountTakesTheMeanOfTheMiddleValues() {
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(1.0, 2.5, 4.0));
  }

  @Test
  void oneValueIsEverything() {
    assertThat(Spread.of(List.of(7.0))).isEqualTo(new Spread(7.0, 7.0, 7.0));
  }

  @Test
  void noValuesAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(List.of()));
  }

  @Test
  void isWrittenAsMultiple() {
    assertThat(new Spread(0.484, 0.52, 0.551).times()).isEqualTo("0.52x (0.48..0.55)");
  }
}
