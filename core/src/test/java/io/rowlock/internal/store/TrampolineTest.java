package io.rowlock.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.simulation.BrokenLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrampolineTest {

  private final List<String> ran = new ArrayList<>();

  private void fails() {
    ran.add("failing");
    throw new StackOverflowError("in a task");
  }

  @Test
  void tasksRunAfterTheOneThatStartsThem() {
    Trampoline.run(
        () -> {
          Trampoline.run(() -> ran.add("second"));
          ran.add("first");
        });
    assertThat(ran).containsExactly("first", "second");
  }

  /** The others are turns of other transactions. */
  @Test
  void neitherAnErrorNorABrokenLogStopsTheOthers() {
    try (BrokenLog log = new BrokenLog(Trampoline.class)) {
      Trampoline.run(
          () -> {
            Trampoline.run(this::fails);
            Trampoline.run(() -> ran.add("next"));
          });
      assertThat(log.events()).isEqualTo(1);
    }
    assertThat(ran).containsExactly("failing", "next");
  }
}
