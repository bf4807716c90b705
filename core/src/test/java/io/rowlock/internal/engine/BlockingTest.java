package io.rowlock.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class BlockingTest {

  /**
   * Another task that ran here would take the transaction of this thread for its own. {@code
   * CompletableFuture.get} runs it on Java 25, and on Java 17 in the common pool.
   */
  @Test
  void waitingThreadOfAPoolRunsNoOtherTask() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    try {
      boolean isAlone =
          pool.submit(
                  () -> {
                    CompletableFuture<Thread> other =
                        CompletableFuture.supplyAsync(Thread::currentThread, pool);
                    return Blocking.get(other) != Thread.currentThread();
                  })
              .get();
      assertThat(isAlone).isTrue();
    } finally {
      pool.shutdown();
    }
  }
}
