package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
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
