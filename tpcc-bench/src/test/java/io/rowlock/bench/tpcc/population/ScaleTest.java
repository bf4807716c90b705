package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rowlock.bench.tpcc.population.Dice.NonUniform;
import org.junit.jupiter.api.Test;

class ScaleTest {
  @Test
  void standardIsWhatTheSpecificationSays() {
    Scale scale = Scale.standard(2);
    assertThat(scale).isEqualTo(new Scale(2, 100_000, 3_000));
    assertThat(scale.isStandard()).isTrue();
    assertThat(scale.firstUndelivered()).isEqualTo(2101);
    assertThat(scale.undelivered()).isEqualTo(900);
    assertThat(scale.lastNames(7)).isEqualTo(new NonUniform(255, 0, 999, 7));
    assertThat(scale.customerIds(7)).isEqualTo(new NonUniform(1023, 1, 3000, 7));
    assertThat(scale.itemIds(7)).isEqualTo(new NonUniform(8191, 1, 100_000, 7));
    assertThat(scale.unusedItem()).isEqualTo(100_001);
  }

  @Test
  void everythingShrinksTogether() {
    Scale scale = new Scale(1, 1_000, 30);
    assertThat(scale.isStandard()).isFalse();
    assertThat(scale.undelivered()).isEqualTo(9);
    assertThat(scale.firstUndelivered()).isEqualTo(22);
    assertThat(scale.names()).isEqualTo(30);
    assertThat(scale.lastNames(0).a()).isEqualTo(7);
    assertThat(scale.customerIds(0).a()).isEqualTo(7);
    assertThat(scale.itemIds(0).a()).isEqualTo(63);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scale(0, 100_000, 3_000))
        .withMessage("warehouses must be from 1 to 1048576, not 0");
    assertThatIllegalArgumentException().isThrownBy(() -> new Scale(1, 100_001, 3_000));
    assertThatIllegalArgumentException().isThrownBy(() -> new Scale(1, 100_000, 29));
  }
}
