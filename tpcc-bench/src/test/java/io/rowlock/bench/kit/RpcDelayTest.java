package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RpcDelayTest {
  @Test
  void sendsAtOnceWithoutDelay() {
    try (RpcDelay delay = new RpcDelay()) {
      Thread[] sender = new Thread[1];
      var unused = delay.delay().thenRun(() -> sender[0] = Thread.currentThread());
      assertThat(sender[0]).isSameAs(Thread.currentThread());
      assertThat(delay.takeAddedMicros()).isZero();
    }
  }

  @Test
  void sendsLaterWithoutHoldingTheCallerUp() throws Exception {
    try (RpcDelay delay = new RpcDelay()) {
      delay.delayMillis(60_000);
      assertThat(delay.delay()).isNotDone();
      delay.delayMillis(20);
      long begin = System.nanoTime();
      var unused = delay.delay().get(10, TimeUnit.SECONDS);
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(20_000_000);
      assertThat(delay.takeAddedMicros()).isBetween(20_000.0, 10_000_000.0);
      assertThat(delay.takeAddedMicros()).isZero();
    }
  }
}
