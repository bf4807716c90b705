package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A stale server shows the lock that a vacuum has removed, or one of its predecessors, to a client
 * that knows of a transaction which found none. The lock is later than none, and yet from the past.
 */
class VacuumedLockShownTest {

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;
  private final ScriptedClient owner = fixture.client();
  private final ScriptedClient client = fixture.client();
  private final Map<LockView.State, StoredRow> shown = new EnumMap<>(LockView.State.class);

  @BeforeEach
  void vacuumARow() {
    showWhile("~b STABLE+data", fixture.client().begin().put("a", "value").put("b", "old"));
    showWhile("0 COMMITTED+data", fixture.client().begin().put("0", "value").put("a", "value"));
    fixture.client().begin().delete("a").commit();
    showNow();
    assertThat(shown).hasSize(3);
    fixture.time.advance(Duration.ofDays(1));
    assertThat(locks.vacuum("a")).isEqualTo(VacuumFate.DELETED);
  }

  /** Notes row a as it is when the transaction sends that write. */
  private void showWhile(String marked, ScriptedTransaction transaction) {
    transaction
        .client()
        .traffic
        .onWrite(
            marked,
            call -> {
              showNow();
              call.deliver();
            });
    transaction.commit();
    transaction.client().drain();
  }

  private void showNow() {
    StoredRow row = fixture.cluster.rawGet(key("a"));
    shown.put(LockView.of(row.key(), row.lock()).state(), row);
  }

  @ParameterizedTest
  @EnumSource(names = {"STABLE", "PREWRITTEN", "COMMITTED"})
  void doesNotJustifyARollBack(LockView.State state) {
    owner.traffic.onWrite("~b STABLE+data", call -> {});
    owner.begin().put("a", "new").put("b", "new").commit();
    client.traffic.onRead("a", call -> call.answer(shown.get(state)));

    assertThat(client.read("b")).isEqualTo("new");

    assertThat(client.traffic.writes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"STABLE", "PREWRITTEN", "COMMITTED"})
  void doesNotProveThatTheOwnCommitFailed(LockView.State state) {
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          client.traffic.onRead("a", read -> read.answer(shown.get(state)));
          applyAndDeny(call);
        });

    client.begin().append("a", "T").commit();

    fixture.assertStable("a", "T");
  }

  /** A second prewrite would contain the bytes of the first one, at another lock time. */
  @ParameterizedTest
  @EnumSource(names = {"STABLE", "PREWRITTEN", "COMMITTED"})
  void doesNotMakeItsOwnerLockARowTwice(LockView.State state) {
    List<Long> lockTimes = new ArrayList<>();
    client.traffic.onWrite(
        "a PREWRITTEN",
        call -> {
          client.traffic.onRead("a", read -> read.answer(shown.get(state)));
          LostMessage.reply(call);
          lockTimes.add(fixture.lockTime("a"));
        });
    client.traffic.onWrite(
        "1 COMMITTED+data",
        call -> {
          lockTimes.add(fixture.lockTime("a"));
          call.deliver();
        });

    client.begin().put("1", "new").put("a", "new").commit();
    client.drain();

    assertThat(lockTimes).hasSize(2).containsOnly(lockTimes.get(0));
    fixture.assertStable("1", "new");
    fixture.assertStable("a", "new");
  }

  /** It conflicts with what the stale server shows, and takes its own lock back. */
  @ParameterizedTest
  @EnumSource(names = {"STABLE", "COMMITTED"})
  void doesNotMakeItsOwnerForgetALock(LockView.State state) {
    client.traffic.onWrite(
        "a PREWRITTEN",
        call -> {
          client.traffic.onRead("a", read -> read.answer(shown.get(state)));
          LostMessage.reply(call);
        });

    failureOf(client.begin().put("1", "new").update("a", "T"));
    client.drain();

    assertThat(fixture.lock("a")).isNotInstanceOf(RowLock.Prewritten.class);
  }

  /** The fence that would prove it does not succeed. */
  @ParameterizedTest
  @EnumSource(names = {"STABLE", "PREWRITTEN", "COMMITTED"})
  void whileItIsShownTheOwnCommitStaysUnknown(LockView.State state) {
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          client.traffic.answerStale("a", shown.get(state));
          applyAndDeny(call);
        });

    assertThat(failureOf(client.begin().append("a", "T")).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);

    fixture.assertStable("a", "T");
  }

  /** It looks the same, but a writer whose clock is behind has written it since. */
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

  /** One read elsewhere and the fence prove as much as many reads. */
  @Test
  void lostRaceForANewRowCostsNoWait() {
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
