package io.rowlock.it.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LoadTest {
  private static final int THREADS = 3;
  private static final int ROUNDS = 50;

  @Test
  void nothingIsUnderWayDuringARest() {
    AtomicBoolean isResting = new AtomicBoolean();
    AtomicInteger done = new AtomicInteger();
    AtomicInteger duringARest = new AtomicInteger();
    try (Load load =
        new Load(
            thread -> {
              spin();
              duringARest.addAndGet(isResting.get() ? 1 : 0);
              done.incrementAndGet();
            },
            THREADS,
            50_000,
            (thread, broken) -> {})) {
      for (int round = 0; round < ROUNDS; round++) {
        int before = done.get();
        while (done.get() < before + THREADS) {
          Thread.onSpinWait();
        }
        load.rest();
        isResting.set(true);
        spin();
        isResting.set(false);
        load.work();
      }
    }
    assertThat(duringARest).hasValue(0);
  }

  @Test
  void threadThatEndsIsReported() throws Exception {
    CompletableFuture<Throwable> reported = new CompletableFuture<>();
    AssertionError broken = new AssertionError("on purpose");
    try (Load load =
        new Load(
            thread -> {
              throw broken;
            },
            1,
            50_000,
            (thread, thrown) -> reported.complete(thrown))) {
      assertThat(reported.get()).isSameAs(broken);
      load.rest(); // the dead thread holds nothing
    }
  }

  /** Takes longer than the pauses between transactions. */
  private static void spin() {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < 200_000) {
      Thread.onSpinWait();
    }
  }
}
