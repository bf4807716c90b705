package io.rowlock.bench.micro.scale;

import static org.assertj.core.api.Assertions.assertThat;

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
  void sendsLaterWithoutHoldingTheCallerUp() throws Exception {
    try (Wire wire = new Wire()) {
      wire.delayMillis(60_000);
      assertThat(wire.delay()).isNotDone();
      wire.delayMillis(20);
      long begin = System.nanoTime();
      var unused = wire.delay().get(10, TimeUnit.SECONDS);
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(20_000_000);
      assertThat(wire.takeAddedMicros()).isBetween(20_000.0, 10_000_000.0);
      assertThat(wire.takeAddedMicros()).isZero();
    }
  }
}
