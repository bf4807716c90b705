package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFailure.Kind;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A stale server shows the lock that a vacuum has taken away, to somebody who knows of a
 * transaction that found none. It is later than none, and yet of the past.
 */
class VacuumedLockShownTest {

  private final WardenFixture locks = new WardenFixture();
  private final ProtocolFixture fixture = locks.fixture;
  private final ScriptedClient owner = fixture.client();
  private final ScriptedClient client = fixture.client();
  private StoredRow vacuumed;

  @BeforeEach
  void vacuumARow() {
    fixture.commit("a", "value");
    fixture.client().begin().delete("a").commit();
    vacuumed = fixture.cluster.rawGet(key("a"));
    fixture.commit("b", "old");
    fixture.time.advance(Duration.ofDays(1));
    assertThat(locks.vacuum("a")).isEqualTo(VacuumFate.DELETED);
  }

  @Test
  void itIsNoReasonToRollBack() {
    owner.traffic.onWrite("~b STABLE+data", call -> {});
    owner.begin().put("a", "new").put("b", "new").commit();
    client.traffic.onRead("a", call -> call.answer(vacuumed));

    assertThat(client.read("b")).isEqualTo("new");

    assertThat(client.traffic.writes()).isEmpty();
  }

  @Test
  void itIsNoProofThatTheOwnCommitFailed() {
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          client.traffic.onRead("a", read -> read.answer(vacuumed));
          applyAndDeny(call);
        });

    client.begin().append("a", "T").commit();

    fixture.assertStable("a", "T");
  }

  /** The fence that would prove it does not succeed. */
  @Test
  void whileItIsShownTheOwnCommitStaysUnknown() {
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          client.traffic.answerStale("a", vacuumed);
          applyAndDeny(call);
        });

    assertThat(failureOf(client.begin().append("a", "T")).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);

    fixture.assertStable("a", "T");
  }

  /** It looks the same, but has been written since by somebody whose clock is behind. */
  @Test
  void lockThatOnlyLooksOldIsFencedAndTheCommitTriedAgain() {
    ScriptedClient behind = fixture.client(Duration.ofHours(-1));
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          behind.begin().append("a", "S").commit();
          call.deliver();
        });

    client.begin().append("a", "T").commit();

    fixture.assertStable("a", "ST");
  }

  /** One look elsewhere and the fence prove as much as many looks. */
  @Test
  void whoLosesARaceForANewRowLosesNoTime() {
    ScriptedClient behind = fixture.client(Duration.ofSeconds(-1));
    client.traffic.onWrite(
        "n STABLE+data",
        call -> {
          behind.begin().put("n", "theirs").commit();
          call.deliver();
        });
    long before = fixture.time.monotonicNanos();

    client.begin().append("n", "T").commit();

    assertThat(fixture.time.monotonicNanos()).isEqualTo(before);
    fixture.assertStable("n", "theirsT");
  }

  private static void applyAndDeny(PendingCall<ConditionalWrite, WriteOutcome> call) {
    WriteOutcome unused = call.execute();
    call.answer(WriteOutcome.NOT_EQUAL);
  }
}
