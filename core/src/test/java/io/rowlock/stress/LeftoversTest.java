package io.rowlock.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.Alarms;
import io.rowlock.simulation.VirtualTime;
import org.junit.jupiter.api.Test;

class LeftoversTest {

  private final VirtualTime time = new VirtualTime();
  private final Alarms alarms = new Alarms(time, time);

  @Test
  void whatIsLeftIsFoundAndNamed() {
    Runnable remove = alarms.set(1, () -> {});
    assertThat(Leftovers.of(new Object(), this)).containsExactly("Alarms.alarms 1");
    remove.run();
    assertThat(Leftovers.of(this)).isEmpty();
  }
}
