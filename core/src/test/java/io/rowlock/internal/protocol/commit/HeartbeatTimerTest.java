package io.rowlock.internal.protocol.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.commit.HeartbeatTimer.Alarm;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.Scheduler;
import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeartbeatTimerTest {

  private static final Duration LEASE = Duration.ofSeconds(4);
  private static final Duration ONE_SECOND = Duration.ofSeconds(1);

  private final VirtualTime time = new VirtualTime();
  private final List<String> rung = new ArrayList<>();
  private int timers;
  private final HeartbeatTimer timer = new HeartbeatTimer(counting(time.environment(1)), LEASE);

  private Environment counting(Environment given) {
    Scheduler scheduler =
        (delay, task) -> {
          timers++;
          given.scheduler().schedule(delay, task);
        };
    return new Environment(given.clock(), scheduler, given.random());
  }

  @Test
  void everyTaskRunsHalfALeaseLater() {
    set("first");
    time.advance(ONE_SECOND);
    set("second");

    time.advance(ONE_SECOND.minusNanos(1));
    assertThat(rung).isEmpty();
    time.advance(Duration.ofNanos(1));
    assertThat(rung).containsExactly("first");
    time.advance(ONE_SECOND);
    assertThat(rung).containsExactly("first", "second");
  }

  @Test
  void aTaskMaySetTheNext() {
    timer.set(() -> set("next"));

    time.advance(LEASE);

    assertThat(rung).containsExactly("next");
  }

  @Test
  void manyThatAreCancelledCostOneTimer() {
    for (int i = 0; i < 1_000; i++) {
      set("never").cancel();
    }
    set("one");

    time.runUntilIdle();

    assertThat(rung).containsExactly("one");
    assertThat(timers).isEqualTo(1);
  }

  @Test
  void itIsSetAgainAfterARest() {
    set("first");
    time.runUntilIdle();
    set("second");
    time.runUntilIdle();

    assertThat(rung).containsExactly("first", "second");
    assertThat(timers).isEqualTo(2);
  }

  private Alarm set(String name) {
    return timer.set(() -> rung.add(name));
  }
}
