package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RetryPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
  @Test
  void doubledValuesCountOnce() {
    Plan plan =
        new Plan(
            List.of(Profile.PRACTICAL, Profile.PRACTICAL),
            List.of(Mode.TX, Mode.RAW, Mode.TX),
            List.of(8, 1, 8),
            10,
            3,
            2,
            100,
            null,
            null,
            false,
            1);
    assertThat(plan.profiles()).containsExactly(Profile.PRACTICAL);
    assertThat(plan.modes()).containsExactly(Mode.TX, Mode.RAW);
    assertThat(plan.threads()).containsExactly(8, 1);
    assertThat(plan.totalSeconds()).isEqualTo(1 * 2 * 3 + 1 * 2 * 2 * (1 + 2 * 10));
    assertThat(plan.mostThreads()).isEqualTo(8);
  }

  @Test
  void warmUpIsCutIntoShortTurns() {
    assertThat(warmed(12).warmupTurns()).containsExactly(5, 5, 2);
    assertThat(warmed(12).settlingSeconds()).isPositive();
  }

  @Test
  void withoutWarmUpNothingIsRunThatIsNotMeasured() {
    assertThat(warmed(0).warmupTurns()).isEmpty();
    assertThat(warmed(0).totalSeconds()).isEqualTo(2 * 10);
  }

  @Test
  void attemptsAreLimitedOnlyWhenAskedFor() {
    assertThat(TestPoints.plan(List.of(Profile.PRACTICAL), List.of(1), 10).retryPolicy())
        .hasToString(RetryPolicy.ofDefaults().toString());
    assertThat(TestPoints.plan(List.of(Profile.PRACTICAL), List.of(1), 10, 7, true).retryPolicy())
        .returns(7, RetryPolicy::maxAttempts)
        .returns(RetryPolicy.ofDefaults().maxElapsed(), RetryPolicy::maxElapsed);
  }

  private static Plan warmed(int seconds) {
    return new Plan(
        List.of(Profile.PRACTICAL),
        List.of(Mode.TX),
        List.of(8),
        10,
        seconds,
        2,
        100,
        null,
        null,
        false,
        1);
  }
}
