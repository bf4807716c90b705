package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Rounds;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
  @Test
  void doubledValuesCountOnce() {
    Plan plan = new Plan();
    plan.profiles = List.of(Profile.PRACTICAL, Profile.PRACTICAL);
    plan.modes = List.of(Mode.TX, Mode.RAW, Mode.TX);
    plan.threads = List.of(8, 1, 8);
    plan.rounds = new Rounds(3, 10, 2);
    plan.check();
    assertThat(plan.profiles).containsExactly(Profile.PRACTICAL);
    assertThat(plan.modes).containsExactly(Mode.TX, Mode.RAW);
    assertThat(plan.threads).containsExactly(8, 1);
    assertThat(plan.totalSeconds()).isEqualTo(1 * 2 * 3 + 1 * 2 * 2 * (1 + 2 * 10));
    assertThat(plan.mostThreads()).isEqualTo(8);
  }

  @Test
  void warmUpIsCutIntoShortTurns() {
    assertThat(warmed(12).rounds.turns()).containsExactly(5, 5, 2);
    assertThat(warmed(12).settlingSeconds()).isPositive();
  }

  @Test
  void withoutWarmUpNothingIsRunThatIsNotMeasured() {
    assertThat(warmed(0).rounds.turns()).isEmpty();
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
    Plan plan = new Plan();
    plan.profiles = List.of(Profile.PRACTICAL);
    plan.modes = List.of(Mode.TX);
    plan.threads = List.of(8);
    plan.rounds = new Rounds(seconds, 10, 2);
    return plan;
  }
}
