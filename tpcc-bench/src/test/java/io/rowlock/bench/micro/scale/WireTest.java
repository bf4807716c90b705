package io.rowlock.bench.micro.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WireTest {
  @Test
  void sendsAtOnceWithoutDelay() {
    try (Wire wire = new Wire()) {
      Thread[] sender = new Thread[1];
      var unused = wire.delay().thenRun(() -> sender[0] = Thread.currentThread());
      assertThat(sender[0]).isSameAs(Thread.currentThread());
      assertThat(wire.takeAddedMicros()).isZero();
    }
  }

  @Test
  void sendsLaterWithoutHoldingTheCallerUp() throws InterruptedException {
    try (Wire wire = new Wire()) {
      wire.delayMillis(20);
      BlockingQueue<Thread> senders = new LinkedBlockingQueue<>();
      long begin = System.nanoTime();
      var unused = wire.delay().thenRun(() -> senders.add(Thread.currentThread()));
      assertThat(senders.poll(10, TimeUnit.SECONDS))
          .isNotNull()
          .isNotSameAs(Thread.currentThread());
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(20_000_000);
      assertThat(wire.takeAddedMicros()).isBetween(20_000.0, 10_000_000.0);
      assertThat(wire.takeAddedMicros()).isZero();
    }
  }
}
