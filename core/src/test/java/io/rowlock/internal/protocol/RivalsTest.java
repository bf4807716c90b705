package io.rowlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Another transaction passes while a write is under way, at every write of every kind of commit.
 * The reported outcomes of both are true, and all rows show them in the same order.
 */
class RivalsTest {

  /** The rival writes an R to every row there is. */
  private enum Rival {
    /** Gives up before any lease is over. */
    HASTY_WRITER,
    /** Treats the owner, which only pauses, as dead. */
    PATIENT_WRITER,
    /** The same, and then reads. */
    PATIENT_READER,
    PATIENT_READER_THEN_WRITER
  }

  /** The fate of the write that the rival passes. */
  private enum Passed {
    DELIVERED,
    REQUEST_LOST,
    REPLY_LOST,
    APPLIED_BEFORE_AND_REPLY_LOST,
    APPLIED_BEFORE_AND_DELIVERED_AGAIN
  }

  @ParameterizedTest
  @EnumSource
  void everyRivalAtEveryWrite(CommitShape shape) {
    for (LeftOver leftOver : LeftOver.values()) {
      int writes = CommitRun.writesOf(shape, leftOver);
      for (int number = 1; number <= writes; number++) {
        for (Rival rival : Rival.values()) {
          for (Passed passed : Passed.values()) {
            meet(shape, leftOver, number, rival, passed);
          }
        }
      }
    }
  }

  private static void meet(
      CommitShape shape, LeftOver leftOver, int number, Rival rival, Passed passed) {
    CommitRun run = new CommitRun(shape, leftOver);
    List<Boolean> written = new ArrayList<>();
    AtomicBoolean afterReading = new AtomicBoolean();
    run.write(
        number,
        call -> {
          afterReading.set(run.isCommitting());
          pass(run, call, rival, passed, written);
        });

    Kind outcome = run.outcome();

    run.assertTruthful(outcome);
    assertThat(outcome).isNotEqualTo(Kind.OUTCOME_UNKNOWN);
    boolean relies = shape.reads() && afterReading.get();
    assertOneOrder(shape, relies, run.settledValues(), outcome == null, written.contains(true));
  }

  private static void pass(
      CommitRun run,
      PendingCall<ConditionalWrite, WriteOutcome> call,
      Rival rival,
      Passed passed,
      List<Boolean> written) {
    if (passed.name().startsWith("APPLIED")) {
      WriteOutcome unused = call.execute();
    }
    run.client.pause();
    act(run, rival, written);
    run.client.resume();
    switch (passed) {
      case DELIVERED -> call.deliver();
      case REQUEST_LOST, APPLIED_BEFORE_AND_REPLY_LOST -> LostMessage.request(call);
      case REPLY_LOST -> LostMessage.reply(call);
      case APPLIED_BEFORE_AND_DELIVERED_AGAIN -> call.deliver();
    }
  }

  private static void act(CommitRun run, Rival rival, List<Boolean> written) {
    ProtocolFixture fixture = run.fixture;
    ScriptedClient client =
        rival == Rival.HASTY_WRITER ? fixture.client() : fixture.client(ProtocolFixture.PATIENT);
    if (rival == Rival.PATIENT_READER || rival == Rival.PATIENT_READER_THEN_WRITER) {
      ScriptedTransaction reader = client.begin();
      CommitShape.ROWS.forEach(reader::get);
      reader.commit();
    }
    if (rival != Rival.PATIENT_READER) {
      ScriptedTransaction writer = client.begin();
      CommitShape.ROWS.forEach(row -> writer.append(row, "R"));
      written.add(succeeds(writer));
    }
  }

  private static boolean succeeds(ScriptedTransaction transaction) {
    try {
      transaction.commit();
      return true;
    } catch (ProtocolFailure e) {
      assertThat(e.kind()).isEqualTo(Kind.CONFLICT);
      return false;
    }
  }

  /**
   * Checks the order.
   *
   * @param relies on something that it has read before the rival came
   */
  private static void assertOneOrder(
      CommitShape shape,
      boolean relies,
      Map<String, String> values,
      boolean committed,
      boolean rivalCommitted) {
    values.forEach(
        (row, value) -> assertThat(value.contains("R")).as("%s", values).isEqualTo(rivalCommitted));
    if (committed && rivalCommitted) {
      long first = shape.written().stream().filter(row -> values.get(row).contains("TR")).count();
      assertThat(first).as("%s", values).isIn(0L, (long) shape.written().size());
      if (relies) {
        assertThat(first).as("what was read was written since: %s", values).isPositive();
      }
    }
  }
}
