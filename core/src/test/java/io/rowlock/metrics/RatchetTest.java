package io.rowlock.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The code has not grown since its numbers were recorded. */
class RatchetTest {

  @Test
  void noNumberExceedsItsLimit() throws Exception {
    Checkout checkout = Checkout.read(Path.of("..").toRealPath());
    assertThat(checkout.recorded().flaws(Ratchet.measure(checkout)))
        .as("flaws of " + Checkout.RATCHET)
        .isEmpty();
  }
}
