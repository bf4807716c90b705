package io.rowlock.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Right after a table was enabled, locks have times from the future. */
class LockAgeTest {

  private static final long NOW = 1_000_000;

  @Test
  void lockTimeOfThePastIsTheMeasure() {
    assertThat(LockInfo.ageAt(NOW, NOW - 7_000, NOW - 9_000)).contains(Duration.ofSeconds(7));
    assertThat(LockInfo.ageAt(NOW, NOW - 7_000, 0)).contains(Duration.ofSeconds(7));
  }

  @Test
  void lockFromTheFutureIsAsOldAsItsTransaction() {
    assertThat(LockInfo.ageAt(NOW, NOW + 50_000, NOW - 9_000)).contains(Duration.ofSeconds(9));
    assertThat(LockInfo.ageAt(NOW, NOW + 50_000, NOW + 1)).contains(Duration.ZERO);
  }

  @Test
  void ageOfALockFromTheFutureIsUnknownWithoutATransaction() {
    assertThat(LockInfo.ageAt(NOW, NOW + 50_000, 0)).isEmpty();
  }
}
