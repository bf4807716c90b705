package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.simulation.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class AlarmsTest {

  private final VirtualTime time = new VirtualTime();
  private final List<String> rung = new ArrayList<>();
  private int scheduled;
  private final Alarms alarms =
      new Alarms(
          time,
          (delay, task) -> {
            scheduled++;
            time.schedule(delay, task);
          });

  private Runnable set(String name, int seconds) {
    return alarms.set(Duration.ofSeconds(seconds).toNanos(), () -> rung.add(name));
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

  @Test
  void anAlarmMaySetTheNext() {
    Runnable unused =
        alarms.setAfter(
            Duration.ofSeconds(1),
            () -> {
              Runnable remove = alarms.setAfter(Duration.ofSeconds(1), () -> rung.add("next"));
              assertThat(remove).isNotNull();
            });
    time.advance(Duration.ofMillis(1999));
    assertThat(rung).isEmpty();
    time.advance(Duration.ofMillis(1));
    assertThat(rung).containsExactly("next");
  }

  /** Many transactions that take a moment and may take long. */
  @Test
  void oneTimerServesMany() {
    for (int i = 0; i < 10_000; i++) {
      Runnable done = alarms.set(time.monotonicNanos() + 1_000_000_000L, () -> rung.add("never"));
      time.advance(Duration.ofMillis(1));
      done.run();
    }
    time.runUntilIdle();
    assertThat(rung).isEmpty();
    assertThat(scheduled).isLessThan(20);
  }

  @Test
  void closedSchedulerIsNoMatter() {
    Alarms closed =
        new Alarms(
            time,
            (delay, task) -> {
              throw new RejectedExecutionException("closed");
            });
    closed.set(1, () -> rung.add("never")).run();
    assertThat(rung).isEmpty();
  }

  @Test
  void errorOfTheSchedulerDelaysAlarmsAtMost() {
    AtomicBoolean isBroken = new AtomicBoolean(true);
    Alarms shaken =
        new Alarms(
            time,
            (delay, task) -> {
              if (isBroken.getAndSet(false)) {
                throw new OutOfMemoryError("no thread");
              }
              time.schedule(delay, task);
            });
    Runnable unused = shaken.set(1, () -> rung.add("first"));
    time.runUntilIdle();
    assertThat(rung).isEmpty();

    unused = shaken.set(2, () -> rung.add("second"));

    time.runUntilIdle();

    assertThat(rung).containsExactly("first", "second");
  }

  @Test
  void alarmThatThrowsStopsNoOther() {
    Runnable unused = set("before", 1);
    unused =
        alarms.set(
            Duration.ofSeconds(1).toNanos(),
            () -> {
              throw new StackOverflowError("in an alarm");
            });
    unused = set("beside", 1);
    unused = set("after", 2);

    time.runUntilIdle();

    assertThat(rung).containsExactly("before", "beside", "after");
  }
}
