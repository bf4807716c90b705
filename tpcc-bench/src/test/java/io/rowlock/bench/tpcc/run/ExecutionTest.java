package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.LostException;
import io.rowlock.bench.tpcc.access.Client.Ended;
import io.rowlock.bench.tpcc.run.Execution.State;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ExecutionTest {

  @Test
  void rolledBackAsWantedIsComplete() {
    Execution execution = Execution.of(new Ended<>("any", true, 3), 1);
    assertThat(execution).isEqualTo(new Execution(State.ROLLED_BACK, 1, 3, 2));
    assertThat(execution.state().isComplete()).isTrue();
  }

  @Test
  void givingUpCountsAllItsConflicts() {
    IOException last = new LostException("last");
    last.addSuppressed(new LostException("first"));
    assertThat(Execution.of(last)).isEqualTo(new Execution(State.GAVE_UP, 0, 0, 2));
    assertThat(Execution.of(new IOException("broken")))
        .isEqualTo(new Execution(State.ERROR, 0, 0, 0));
    assertThat(State.GAVE_UP.isComplete()).isFalse();
  }
}
