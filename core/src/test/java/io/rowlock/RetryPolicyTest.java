package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

  /** Draws the delay if that is possible, which the next longer one is not. */
  private static void assertLongest(RetryPolicy policy, int failed, Duration delay) {
    assertThat(policy.delayAfter(failed, () -> 2 * delay.toNanos())).isEqualTo(delay);
    assertThat(policy.delayAfter(failed, () -> 2 * (delay.toNanos() + 1))).isEqualTo(Duration.ZERO);
  }

  @Test
  void documentedDefaultsMatchCode() {
    RetryPolicy policy = RetryPolicy.ofDefaults();
    assertThat(policy.maxAttempts()).isEqualTo(Integer.MAX_VALUE);
    assertThat(policy.maxElapsed()).isEqualTo(Duration.ofMinutes(3));
    assertThat(policy.firstDelay()).isEqualTo(Duration.ofMillis(5));
    assertThat(policy.maxDelay()).isEqualTo(Duration.ofMillis(500));
    assertThat(RetryPolicy.none().maxAttempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"1,5", "2,10", "3,20", "7,320", "8,500", "9,500", "70,500", "2147483647,500"})
  void longestDelayDoublesUpToItsBound(int failed, long expectedMillis) {
    assertLongest(RetryPolicy.ofDefaults(), failed, Duration.ofMillis(expectedMillis));
  }

  @Test
  void delayDoublesWithoutOverflow() {
    RetryPolicy patient =
        RetryPolicy.builder()
            .firstDelay(Duration.ofDays(1))
            .maxDelay(Duration.ofDays(36_500))
            .build();
    assertLongest(patient, 100, Duration.ofDays(36_500));
  }

  @Test
  void delaysSpreadOverTheWholeInterval() {
    SplittableRandom random = new SplittableRandom(42);
    Duration bound = Duration.ofMillis(20);
    int belowHalf = 0;
    for (int draw = 0; draw < 10_000; draw++) {
      Duration delay = RetryPolicy.ofDefaults().delayAfter(3, random::nextLong);
      assertThat(delay).isBetween(Duration.ZERO, bound);
      belowHalf += delay.compareTo(bound.dividedBy(2)) < 0 ? 1 : 0;
    }
    assertThat(belowHalf).isBetween(4_800, 5_200);
  }

  @Test
  void sameSeedDrawsSameDelays() {
    RetryPolicy policy = RetryPolicy.ofDefaults();
    Duration first = policy.delayAfter(5, new SplittableRandom(7)::nextLong);
    assertThat(policy.delayAfter(5, new SplittableRandom(7)::nextLong)).isEqualTo(first);
  }

  @Test
  void settersNameSettingValueAndWayOut() {
    RetryPolicy.Builder policy = RetryPolicy.builder();
    assertThatThrownBy(() -> policy.maxAttempts(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "maxAttempts must be at least 1, is 0: RetryPolicy.none() makes a single attempt");
    assertThatThrownBy(() -> policy.maxElapsed(Duration.ZERO))
        .hasMessage(
            "maxElapsed must be positive, is PT0S: RetryPolicy.none() makes a single attempt");
    assertThatThrownBy(() -> policy.firstDelay(Duration.ofMillis(-1)))
        .hasMessageStartingWith("firstDelay must be positive, is PT-0.001S: ");
    assertThatThrownBy(() -> policy.maxDelay(Duration.ofDays(365 * 200)))
        .hasMessageStartingWith("maxDelay must be shorter than a hundred years, is PT1752000H: ");
    assertThatThrownBy(() -> policy.firstDelay(Duration.ofSeconds(1)).build())
        .hasMessageStartingWith("firstDelay must be no longer than maxDelay (PT0.5S), is PT1S: ");
  }

  @Test
  void builderOfAPolicyStartsFromIt() {
    RetryPolicy policy =
        RetryPolicy.builder()
            .maxAttempts(3)
            .maxElapsed(Duration.ofSeconds(4))
            .firstDelay(Duration.ofMillis(1))
            .maxDelay(Duration.ofMillis(2))
            .build();
    assertThat(policy.toBuilder().build()).hasToString(policy.toString());
    assertThat(policy.toBuilder().maxAttempts(9).build().maxAttempts()).isEqualTo(9);
    assertThat(policy.maxAttempts()).isEqualTo(3);
  }
}
