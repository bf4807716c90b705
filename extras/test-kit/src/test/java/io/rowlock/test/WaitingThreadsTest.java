package io.rowlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitingThreadsTest {

  private final WaitingThreads threads = new WaitingThreads();
  private final CompletableFuture<Void> future = new CompletableFuture<>();
  private final AtomicBoolean runs = new AtomicBoolean(true);

  @AfterEach
  void release() {
    runs.set(false);
    future.complete(null);
  }

  private Thread start(Runnable work) {
    CompletableFuture<Void> begun = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              threads.note();
              begun.complete(null);
              work.run();
            });
    thread.setDaemon(true);
    thread.start();
    begun.join();
    return thread;
  }

  private void startWaiting() {
    Thread thread = start(future::join);
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void timeIsNotNeededWhileNothingWaits() {
    assertThat(threads.needTime()).isFalse();
    start(this::spin);
    assertThat(threads.needTime()).isFalse();
  }

  private void spin() {
    while (runs.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void waitingThreadNeedsTime() {
    startWaiting();
    assertThat(threads.needTime()).isTrue();
  }

  @Test
  void runningThreadStopsTheTime() {
    startWaiting();
    Thread running = start(this::spin);
    assertThat(threads.needTime()).isFalse();
    runs.set(false);
    while (running.isAlive()) {
      Thread.onSpinWait();
    }
    assertThat(threads.needTime()).isTrue();
  }

  @Test
  void threadThatRunsWithoutEndStopsTheTimeForAWhile() {
    startWaiting();
    start(this::spin);
    while (!threads.needTime()) {
      Thread.onSpinWait();
    }
    assertThat(runs).isTrue();
  }

  @Test
  void taskThatHasNotBegunStopsTheTime() {
    Queue<Runnable> tasks = new ArrayDeque<>();
    threads.watched(tasks::add).execute(() -> {});
    startWaiting();
    assertThat(threads.needTime()).isFalse();
    tasks.remove().run();
    threads.forget();
    assertThat(threads.needTime()).isTrue();
  }

  @Test
  void refusedTaskIsForgotten() {
    Executor refusing =
        task -> {
          throw new RejectedExecutionException("injected");
        };
    assertThatThrownBy(() -> threads.watched(refusing).execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    startWaiting();
    assertThat(threads.needTime()).isTrue();
  }
}
