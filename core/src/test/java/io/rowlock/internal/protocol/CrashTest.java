package io.rowlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The client dies at a write, for every write: other clients complete its transaction or undo it.
 */
class CrashTest {

  private enum LastWrite {
    LOST,
    APPLIED,
    /** After other clients have treated the client as dead. */
    LATE
  }

  @ParameterizedTest
  @EnumSource
  void deathAtEveryWriteLeavesAllOrNothing(CommitShape shape) {
    for (LeftOver leftOver : LeftOver.values()) {
      int writes = CommitRun.writesOf(shape, leftOver);
      for (int number = 1; number <= writes; number++) {
        for (LastWrite last : LastWrite.values()) {
          CommitRun run = new CommitRun(shape, leftOver);
          run.write(number, call -> dieAt(run, call, last));
          run.start();
          assertAllOrNothing(run, shape);
        }
      }
    }
  }

  private static void dieAt(
      CommitRun run, PendingCall<ConditionalWrite, WriteOutcome> call, LastWrite last) {
    if (last == LastWrite.APPLIED) {
      WriteOutcome unused = call.execute();
    } else if (last == LastWrite.LATE) {
      run.fixture.time.schedule(Duration.ofMinutes(1), call::execute);
    }
    run.client.traffic.cutOff();
    run.client.pause();
  }

  private static void assertAllOrNothing(CommitRun run, CommitShape shape) {
    boolean reported = run.isReportedCommitted();
    Map<String, String> soon = run.settledValues();
    run.fixture.time.advance(Duration.ofMinutes(2));
    Map<String, String> values = run.settledValues();

    assertThat(values).as("nothing changes any more").isEqualTo(soon);
    long marked = shape.written().stream().filter(row -> values.get(row).contains("T")).count();
    assertThat(marked).as("rows of %s", values).isIn(0L, (long) shape.written().size());
    assertThat(values.get("a").contains("D")).isEqualTo(values.get("b").contains("D"));
    if (reported) {
      assertThat(marked).as("rows of %s", values).isPositive();
    }
  }
}
