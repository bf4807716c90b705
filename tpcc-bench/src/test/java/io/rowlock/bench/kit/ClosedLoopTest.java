package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ClosedLoopTest {
  private static final Executor LATER = CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS);
  private static final Duration LENGTH = Duration.ofMillis(200);

  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private final AtomicInteger begun = new AtomicInteger();

  @Test
  void everyUserHasOneUnderWayAtATime() throws IOException {
    Tally tally = ClosedLoop.run(5, LENGTH, this::work);
    assertThat(most).hasValue(5);
    assertThat(underWay).hasValue(0);
    assertThat(tally.committed()).isEqualTo(begun.get()).isGreaterThan(5);
    assertThat(tally.committed() - tally.committedInTime()).isBetween(0L, 5L);
  }

  @Test
  void failuresOfInputAndOutputAreCountedAndOthersEndTheRun() throws IOException {
    Tally tally =
        ClosedLoop.run(
            1, LENGTH, () -> work().thenCompose(done -> failed(new IOException("lost"))));
    assertThat(tally.failed()).isPositive();
    assertThat(tally.committed()).isZero();
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> ClosedLoop.run(1, LENGTH, () -> failed(new IllegalStateException("broken"))))
        .withMessageContaining("broken");
  }

  private static CompletableFuture<Void> failed(Exception failure) {
    return CompletableFuture.failedFuture(failure);
  }

  private CompletableFuture<?> work() {
    begun.incrementAndGet();
    most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
    return CompletableFuture.runAsync(underWay::decrementAndGet, LATER);
  }
}
