package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RoundsTest {
  @Test
  void everyRoundBeginsWithAnother() {
    List<String> all = List.of("raw", "batched", "tx");
    assertThat(Rounds.order(all, 1)).isEqualTo(all);
    assertThat(Rounds.order(all, 2)).containsExactly("batched", "tx", "raw");
    assertThat(Rounds.order(all, 3)).containsExactly("tx", "raw", "batched");
    assertThat(Rounds.order(all, 4)).isEqualTo(all);
  }
}
