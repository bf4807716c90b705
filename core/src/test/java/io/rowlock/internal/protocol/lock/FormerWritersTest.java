package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The reason why a lock remembers former writers (WriterTrail): a row that has been written since
 * must still show whether a transaction had committed there. Otherwise every lost race on a hot row
 * would be an unknown outcome.
 */
class FormerWritersTest {

  private static final int TRAIL_LIMIT = 16;

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  @BeforeEach
  void fillTable() {
    fixture.commit("a", "old");
    fixture.commit("b", "old");
  }

  /**
   * The rival's commit timestamp is larger than that of the write that was answered "not equal".
   */
  @Test
  void lostRaceForARowThatWasReadIsAConflict() {
    ScriptedTransaction tx = client.begin().update("a", "T");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          commitLater("a", 1);
          call.deliver();
        });

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.CONFLICT);

    assertThat(client.traffic.writes()).containsExactly("a STABLE+data");
    fixture.assertStable("a", "rival 1");
  }

  /**
   * Versions are no clock: one writer whose clock is ahead must not push all others out of the
   * trail.
   */
  @Test
  void lostRaceIsDefiniteWhenTheClockOfARivalRunsAhead() {
    ScriptedTransaction tx = client.begin().update("a", "T");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          commitLater("a", 1);
          fixture.client(Duration.ofMinutes(10)).begin().put("a", "ahead").commit();
          call.deliver();
        });

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.CONFLICT);
  }

  @Test
  void lostRaceForABlindRowIsCommittedAgain() {
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          commitLater("a", 1);
          call.deliver();
        });
    ScriptedTransaction tx = client.begin().append("a", "+T");

    tx.commit();

    assertThat(client.traffic.writes()).containsExactly("a STABLE+data", "a STABLE+data");
    fixture.assertStable("a", "rival 1+T");
    assertThat(fixture.writer("a")).isNotEqualTo(tx.id);
  }

  @Test
  void appliedAndThenOverwrittenIsCommitted() {
    ScriptedTransaction tx = client.begin().update("a", "T");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          WriteOutcome unused = call.execute();
          commitLater("a", 1);
          call.deliver();
        });

    tx.commit();

    assertThat(client.traffic.writes()).containsExactly("a STABLE+data");
    fixture.assertStable("a", "rival 1");
    assertThat(fixture.lock("a").decidedPart().trail().names(tx.id)).isTrue();
  }

  @Test
  void appliedAndThenOverwrittenUpToTheLimitIsCommitted() {
    ScriptedTransaction tx = client.begin().update("a", "T");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          WriteOutcome unused = call.execute();
          commitLater("a", TRAIL_LIMIT);
          call.deliver();
        });

    tx.commit();

    assertThat(client.traffic.writes()).hasSize(1);
  }

  @Test
  void lostRaceIsDefiniteUpToTheLimit() {
    ScriptedTransaction tx = client.begin().update("a", "T");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          commitLater("a", TRAIL_LIMIT - 1);
          call.deliver();
        });

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.CONFLICT);
  }

  /** The known limit: more writers in one round trip than the trail can contain. */
  @Test
  void beyondTheLimitTheOutcomeIsUnknown() {
    ScriptedTransaction tx = client.begin().update("a", "T");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          WriteOutcome unused = call.execute();
          commitLater("a", TRAIL_LIMIT + 1);
          call.deliver();
        });

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
  }

  /** The answer itself is the proof, as long as it answers all that was sent. */
  @Test
  void onlyRequestThatIsTurnedDownHasLostBeyondTheLimit() {
    ScriptedTransaction tx = client.begin().update("a", "T");
    client.traffic.onWrite("a STABLE+data", this::turnDownBeyondTheLimit);

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.CONFLICT);
    fixture.assertStable("a", "rival " + (TRAIL_LIMIT + 1));
  }

  @Test
  void turnedDownAfterALostRequestProvesNothingBeyondTheLimit() {
    ScriptedTransaction tx = client.begin().update("a", "T");
    client.traffic.clear();
    client.traffic.script.write(1, LostMessage::request).write(2, this::turnDownBeyondTheLimit);

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
  }

  private void turnDownBeyondTheLimit(PendingCall<ConditionalWrite, WriteOutcome> call) {
    commitLater("a", TRAIL_LIMIT + 1);
    call.answer(WriteOutcome.TURNED_DOWN);
  }

  @Test
  void secondaryThatWasRolledForwardDecidesBeyondTheLimit() {
    ScriptedTransaction tx = client.begin().update("a", "T").update("b", "T");
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          WriteOutcome unused = call.execute();
          commitLater("a", TRAIL_LIMIT + 1);
          call.deliver();
        });

    tx.commit();

    fixture.assertStable("b", "oldT");
  }

  @Test
  void secondaryThatCanBeRolledBackDecidesBeyondTheLimit() {
    ScriptedTransaction tx = client.begin().update("a", "T").update("b", "T");
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          commitLater("a", TRAIL_LIMIT + 1);
          LostMessage.request(call);
        });

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.CONFLICT);

    assertThat(client.traffic.writes()).startsWith("b PREWRITTEN", "a COMMITTED+data", "b STABLE");
    fixture.assertStable("b", "old");
  }

  private void commitLater(String row, int times) {
    for (int i = 1; i <= times; i++) {
      fixture.time.advance(Duration.ofMillis(5));
      fixture.commit(row, "rival " + i);
    }
  }
}
