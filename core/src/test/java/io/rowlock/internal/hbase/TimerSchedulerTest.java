package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimerSchedulerTest {

  @Test
  void tasksRunInTheExecutor() throws Exception {
    AtomicInteger handedOver = new AtomicInteger();
    CompletableFuture<Void> ran = new CompletableFuture<>();
    try (TimerScheduler scheduler =
        new TimerScheduler(
            task -> {
              handedOver.incrementAndGet();
              task.run();
            })) {
      scheduler.schedule(Duration.ofMillis(1), () -> ran.complete(null));

      ran.get(30, TimeUnit.SECONDS);
    }
    assertThat(handedOver).hasValue(1);
  }

  /** A caller that gets an error does without the task. */
  @Test
  void taskThatIsRefusedNeverRuns() {
    List<String> ran = new ArrayList<>();
    TimerScheduler scheduler = new TimerScheduler(Runnable::run);
    assertThatThrownBy(
            () -> scheduler.schedule(Duration.ofDays(1_000_000), () -> ran.add("refused")))
        .isInstanceOf(ArithmeticException.class);
    scheduler.schedule(Duration.ofDays(1), () -> ran.add("accepted"));

    scheduler.close();

    assertThat(ran).containsExactly("accepted");
  }

  @Test
  void closeReleasesAllWaitingCallers() {
    CompletableFuture<Void> ran = new CompletableFuture<>();
    TimerScheduler scheduler = new TimerScheduler(Runnable::run);
    scheduler.schedule(Duration.ofDays(1), () -> ran.complete(null));

    scheduler.close();

    assertThat(ran).isCompleted();
    assertThatThrownBy(() -> scheduler.schedule(Duration.ZERO, () -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }
}
