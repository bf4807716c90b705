package io.rowlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.Clock;
import io.rowlock.internal.store.Environment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

  private final VirtualTime time = new VirtualTime();
  private final List<String> log = new ArrayList<>();

  @Test
  void tasksRunByDueTimeAndThenByArrival() {
    schedule(20, "late");
    schedule(10, "first of two");
    schedule(10, "second of two");

    time.runUntilIdle();

    assertThat(log).containsExactly("first of two", "second of two", "late");
    assertThat(time.monotonicNanos()).isEqualTo(Duration.ofMillis(20).toNanos());
  }

  @Test
  void advanceRunsWhatFallsDueAndNoMore() {
    schedule(10, "due");
    schedule(11, "not yet");

    time.advance(Duration.ofMillis(10));

    assertThat(log).containsExactly("due");
  }

  @Test
  void advanceRunsWhatTasksScheduleMeanwhile() {
    time.schedule(Duration.ofMillis(5), () -> schedule(5, "of a task"));

    time.advance(Duration.ofMillis(10));

    assertThat(log).containsExactly("of a task");
  }

  @Test
  void advanceMovesBothClocks() {
    long millis = time.currentMillis();

    time.advance(Duration.ofSeconds(3));

    assertThat(time.currentMillis()).isEqualTo(millis + 3000);
    assertThat(time.monotonicNanos()).isEqualTo(3_000_000_000L);
  }

  @Test
  void awaitStopsAsSoonAsTheFutureIsDone() {
    CompletableFuture<String> future = new CompletableFuture<>();
    time.schedule(Duration.ofMillis(1), () -> future.complete("value"));
    schedule(2, "later");

    assertThat(time.await(future)).isEqualTo("value");
    assertThat(log).isEmpty();
  }

  @Test
  void awaitFailsWhenNoTaskIsLeft() {
    CompletableFuture<String> never = new CompletableFuture<>();

    assertThatThrownBy(() -> time.await(never))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("still open");
  }

  @Test
  void skewShiftsOnlyTheWallClock() {
    Clock ahead = time.clockWithSkew(Duration.ofHours(1));

    assertThat(ahead.currentMillis()).isEqualTo(time.currentMillis() + 3_600_000);
    assertThat(ahead.monotonicNanos()).isEqualTo(time.monotonicNanos());
  }

  @Test
  void environmentOfOneSeedAreEqual() {
    Environment one = time.environment(7);
    Environment same = time.environment(7);

    assertThat(one.random().getAsLong()).isEqualTo(same.random().getAsLong());
  }

  @Test
  void pausesEndInVirtualTime() {
    time.await(time.environment(7).jitteredPause(Duration.ofHours(2)));

    assertThat(Duration.ofNanos(time.monotonicNanos()))
        .isBetween(Duration.ofHours(1), Duration.ofHours(2));
  }

  private void schedule(long millis, String name) {
    time.schedule(Duration.ofMillis(millis), () -> log.add(name));
  }
}
