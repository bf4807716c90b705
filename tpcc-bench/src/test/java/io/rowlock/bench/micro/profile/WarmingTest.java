package io.rowlock.bench.micro.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.micro.profile.Schedule.Warming;
import java.util.List;
import org.junit.jupiter.api.Test;

class WarmingTest {
  @Test
  void lastTurnIsComparedWithTheOneBefore() {
    assertThat(warming(400.0, 1000.0, 1151.0))
        .returns(true, Warming::stillRising)
        .returns("still rising", Warming::verdict);
    assertThat(warming(400.0, 1000.0, 1149.0))
        .returns(false, Warming::stillRising)
        .returns("settled", Warming::verdict)
        .returns(400.0, Warming::first)
        .returns(1149.0, Warming::last);
  }

  @Test
  void oneTurnTellsNothing() {
    assertThat(warming(400.0))
        .returns(false, Warming::stillRising)
        .returns("one turn only", Warming::verdict);
  }

  private static Warming warming(Double... txPerSecond) {
    return new Warming(Profile.PRACTICAL, Mode.TX, List.of(txPerSecond));
  }
}
