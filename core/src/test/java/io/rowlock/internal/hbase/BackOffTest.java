package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.junit.jupiter.api.Test;

class BackOffTest {

  private final Throwable moved = new NotServingRegionException("moved");
  private final Throwable overloaded = new CallQueueTooBigException("full");

  @Test
  void pausesDoubleUpToABound() {
    assertThat(BackOff.after(1, moved)).isEqualTo(Duration.ofMillis(10));
    assertThat(BackOff.after(2, moved)).isEqualTo(Duration.ofMillis(20));
    assertThat(BackOff.after(7, moved)).isEqualTo(Duration.ofMillis(640));
    assertThat(BackOff.after(1000, moved)).isEqualTo(Duration.ofMillis(640));
  }

  @Test
  void overloadedServerIsGivenLonger() {
    assertThat(BackOff.after(1, overloaded)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void quotaIsWaitedForEvenAfterJitterHasHalvedThePause() {
    Throwable throttled =
        new RpcThrottlingException(
            RpcThrottlingException.Type.NumRequestsExceeded, 1500, "- wait 1sec, 500ms");

    assertThat(BackOff.after(1, throttled).dividedBy(2)).isEqualTo(Duration.ofMillis(1500));
  }
}
