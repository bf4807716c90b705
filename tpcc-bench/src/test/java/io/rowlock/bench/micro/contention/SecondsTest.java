package io.rowlock.bench.micro.contention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SecondsTest {
  private static final long BEGIN = -5;
  private static final long SECOND = 1_000_000_000;

  @Test
  void poorestSecondCounts() {
    assertThat(
            Auditor.Audits.fewestInASecond(
                BEGIN, 3, List.of(at(0.1), at(0.2), at(1.0), at(2.1), at(2.9))))
        .isEqualTo(1);
  }

  @Test
  void secondWithoutAnythingIsZero() {
    assertThat(Auditor.Audits.fewestInASecond(BEGIN, 3, List.of(at(0.1), at(2.9)))).isZero();
  }

  @Test
  void whatEndsAfterTheWindowDoesNotCount() {
    assertThat(Auditor.Audits.fewestInASecond(BEGIN, 2, List.of(at(0.9), at(2.0)))).isZero();
  }

  private static long at(double seconds) {
    return BEGIN + Math.round(seconds * SECOND);
  }
}
