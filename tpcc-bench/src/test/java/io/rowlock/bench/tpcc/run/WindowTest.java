package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.tpcc.run.Window.Admission;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowTest {
  /** System.nanoTime may overflow. */
  private static final long NOW = Long.parseLong("9223372036854775800");

  @Test
  void whatEndsInsideCounts() {
    Window window = new Window(NOW, Duration.ofNanos(100), Duration.ofNanos(50), 0);
    assertThat(window.admit(NOW + 99)).isEqualTo(Admission.WARM_UP);
    assertThat(window.counts(Admission.WARM_UP, NOW + 99)).isFalse();
    assertThat(window.counts(Admission.WARM_UP, NOW + 100)).isTrue();
    assertThat(window.admit(NOW + 149)).isEqualTo(Admission.YES);
    assertThat(window.counts(Admission.YES, NOW + 150)).isTrue();
    assertThat(window.counts(Admission.YES, NOW + 151)).isFalse();
    assertThat(window.admit(NOW + 150)).isEqualTo(Admission.NO);
  }

  @Test
  void limitOnTheNumberIsExact() {
    Window window = new Window(NOW, Duration.ofNanos(100), Duration.ZERO, 2);
    assertThat(window.admit(NOW)).isEqualTo(Admission.WARM_UP);
    assertThat(window.counts(Admission.WARM_UP, NOW + 200)).isFalse();
    assertThat(window.admit(NOW + 100)).isEqualTo(Admission.YES);
    assertThat(window.admit(NOW + 1_000_000)).isEqualTo(Admission.YES);
    assertThat(window.admit(NOW + 1_000_000)).isEqualTo(Admission.NO);
    assertThat(window.counts(Admission.YES, NOW + 2_000_000)).isTrue();
  }
}
