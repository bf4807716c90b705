package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class DeadlineTimerTest {

  private final VirtualTime time = new VirtualTime();
  private final List<String> rung = new ArrayList<>();
  private int scheduled;
  private final DeadlineTimer timer =
      new DeadlineTimer(
          time,
          (delay, task) -> {
            scheduled++;
            time.schedule(delay, task);
          });

  private Runnable set(String name, int seconds) {
    return timer.set(Duration.ofSeconds(seconds).toNanos(), () -> rung.add(name));
  }

  @Test
  void ringsInOrderAndOnTime() {
    Runnable unused = set("late", 3);
    unused = set("early", 1);
    unused = set("at once", 0);
    unused = set("together", 1);
    time.advance(Duration.ZERO);
    assertThat(rung).containsExactly("at once");
    time.advance(Duration.ofMillis(999));
    assertThat(rung).hasSize(1);
    time.advance(Duration.ofMillis(1));
    assertThat(rung).containsExactly("at once", "early", "together");
    time.runUntilIdle();
    assertThat(rung).endsWith("late").hasSize(4);
  }

  @Test
  void removedAlarmsDoNotRing() {
    set("never", 1).run();
    Runnable late = set("never", 2);
    Runnable unused = set("rings", 2);
    time.advance(Duration.ofSeconds(1));
    late.run();
    time.runUntilIdle();
    assertThat(rung).containsExactly("rings");
    late.run();
  }

  /** Many transactions that take a moment and may take long. */
  @Test
  void oneTimerServesMany() {
    for (int i = 0; i < 10_000; i++) {
      Runnable done = timer.set(time.monotonicNanos() + 1_000_000_000L, () -> rung.add("never"));
      time.advance(Duration.ofMillis(1));
      done.run();
    }
    time.runUntilIdle();
    assertThat(rung).isEmpty();
    assertThat(scheduled).isLessThan(20);
  }

  @Test
  void closedSchedulerIsNoMatter() {
    DeadlineTimer closed =
        new DeadlineTimer(
            time,
            (delay, task) -> {
              throw new RejectedExecutionException("closed");
            });
    closed.set(1, () -> rung.add("never")).run();
    assertThat(rung).isEmpty();
  }
}
