package io.rowlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class TestTimeTest {

  private final TestTime time = new TestTime(new WaitingThreads());
  private final List<String> done = new ArrayList<>();

  private void schedule(int seconds, String name) {
    time.schedule(Duration.ofSeconds(seconds), () -> done.add(name + " at " + seconds()));
  }

  private long seconds() {
    return Duration.ofNanos(time.monotonicNanos()).toSeconds();
  }

  @Test
  void tasksRunInTheOrderOfTheirTimes() {
    schedule(3, "third");
    schedule(1, "first");
    schedule(1, "second");
    schedule(9, "last");
    time.advance(Duration.ofSeconds(5));
    assertThat(done).containsExactly("first at 1", "second at 1", "third at 3");
    assertThat(seconds()).isEqualTo(5);
    time.advanceToNext();
    time.advanceToNext();
    assertThat(done).hasSize(4).last().isEqualTo("last at 9");
  }

  @Test
  void taskSchedulesAnother() {
    time.schedule(Duration.ofSeconds(1), () -> schedule(1, "second"));
    time.advance(Duration.ofSeconds(2));
    assertThat(done).containsExactly("second at 2");
  }

  @Test
  void failureOfATaskStopsNoOther() {
    time.schedule(
        Duration.ZERO,
        () -> {
          throw new IllegalStateException("injected");
        });
    schedule(0, "other");
    time.advance(Duration.ZERO);
    assertThat(done).containsExactly("other at 0");
  }

  @Test
  void endRunsWhatWaits() throws Exception {
    schedule(3, "waiting");
    assertThat(time.awaitTask()).isTrue();
    time.close();
    assertThat(done).containsExactly("waiting at 3");
    assertThat(time.awaitTask()).isFalse();
    assertThatThrownBy(() -> schedule(1, "late")).isInstanceOf(RejectedExecutionException.class);
  }
}
