package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EnvironmentTest {

  private final VirtualTime time = new VirtualTime();
  private final Environment environment = time.environment(1);

  @Test
  void pauseLastsAsLongAsGiven() {
    CompletableFuture<Void> pause = environment.pause(Duration.ofMillis(10));

    time.advance(Duration.ofMillis(10).minusNanos(1));
    assertThat(pause).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertThat(pause).isCompleted();
  }

  @Test
  void jitteredPausesSpreadOverTheUpperHalf() {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      long before = time.monotonicNanos();
      time.await(environment.jitteredPause(Duration.ofNanos(100)));
      nanos.add(time.monotonicNanos() - before);
    }

    assertThat(Collections.min(nanos)).isEqualTo(50);
    assertThat(Collections.max(nanos)).isEqualTo(100);
  }

  @Test
  void noPauseIsAllowed() {
    time.await(environment.jitteredPause(Duration.ZERO));

    assertThat(time.monotonicNanos()).isZero();
  }
}
