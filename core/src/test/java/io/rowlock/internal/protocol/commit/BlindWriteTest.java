package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that a transaction writes without reading them (protocol, section 4). */
class BlindWriteTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c")) {
      fixture.commit(row, "old");
    }
  }

  @Test
  void locksAreFetchedInOneWave() {
    List<PendingCall<RowRead, StoredRow>> held = new ArrayList<>();
    for (String row : List.of("a", "b", "c")) {
      client.traffic.onRead(row, held::add);
    }

    CompletableFuture<Void> commit =
        client.begin().put("a", "new").put("b", "new").put("c", "new").start();

    assertThat(held).hasSize(3);
    assertThat(held).allMatch(call -> call.request().columns().isLockOnly());
    held.forEach(PendingCall::deliver);
    assertThat(commit).isCompleted();
  }

  @Test
  void computedValueTakesItsBaseAlongWithTheLock() {
    client.begin().append("a", "+").commit();

    assertThat(client.traffic.reads()).containsExactly("a");
    fixture.assertStable("a", "old+");
  }

  @Test
  void computedValueStandsOnACommittedIntentThatIsNotAppliedYet() {
    LeftOver.COMMITTED.leaveIn(fixture);

    client.begin().append("b", "+").commit();

    fixture.assertStable("b", "oldD+");
  }

  @Test
  void computedValueIsComputedAnewAfterALostRace() {
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          fixture.client().begin().append("a", "R").commit();
          call.deliver();
        });

    client.begin().append("a", "T").commit();

    fixture.assertStable("a", "oldRT");
  }

  /**
   * A secondary that another transaction has written is locked on its new bytes: the identity may
   * stay.
   */
  @Test
  void secondaryLostToAnotherTransactionIsLockedAgain() {
    loseRowBeforePrewrite("b", Duration.ZERO);
    ScriptedTransaction tx = client.begin().put("a", "new").put("b", "new");
    fixture.time.advance(Duration.ofMillis(10));
    client.traffic.onRead(
        "a",
        call -> {
          call.deliver();
        });

    tx.commit();
    client.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
    assertThat(fixture.writer("b")).isEqualTo(fixture.writer("a"));
  }

  /** Above its fixed commit timestamp it could not be applied: another attempt is planned. */
  @Test
  void secondaryWrittenAboveTheCommitTimestampTakesAFreshIdentity() {
    loseRowBeforePrewrite("b", Duration.ofMillis(10));
    ScriptedTransaction tx = client.begin().put("a", "new").put("b", "new");

    tx.commit();
    client.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
    assertThat(fixture.writer("a")).isEqualTo(fixture.writer("b")).isNotEqualTo(tx.id);
  }

  @Test
  void computedSecondaryThatWasLostTakesAFreshIdentityToo() {
    client.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          fixture.client().begin().append("b", "R").commit();
          call.deliver();
        });
    ScriptedTransaction tx = client.begin().append("a", "T").append("b", "T");

    tx.commit();
    client.drain();

    fixture.assertStable("a", "oldT");
    fixture.assertStable("b", "oldRT");
    assertThat(fixture.writer("b")).isNotEqualTo(tx.id);
  }

  /** The same race, but the row was read: what was read no longer holds. */
  @Test
  void rowThatWasReadIsAConflict() {
    ScriptedTransaction tx = client.begin().put("a", "new").update("b", "T");
    loseRowBeforePrewrite("b", Duration.ZERO);

    assertThat(failureOf(tx).isConflict()).isTrue();
    client.drain();

    fixture.assertStable("a", "old");
    fixture.assertStable("b", "rival");
  }

  /** In a range that was read no write is blind. */
  @Test
  void rowInARangeThatWasReadIsAConflict() {
    ScriptedTransaction tx = client.begin();
    tx.scan("a", "c");
    loseRowBeforePrewrite("b", Duration.ZERO);

    assertThat(failureOf(tx.put("b", "new")).isConflict()).isTrue();
  }

  @Test
  void lockOfAnotherIsWaitedFor() {
    ScriptedClient other = fixture.client();
    List<Runnable> held = new ArrayList<>();
    other.traffic.onWrite("b COMMITTED+data", call -> held.add(call::deliver));
    other.begin().put("b", "R").put("c", "R").launch();
    fixture.time.schedule(Duration.ofMillis(50), () -> held.get(0).run());

    client.begin().append("c", "T").commit();

    fixture.assertStable("c", "RT");
  }

  @Test
  void lostTooOftenIsAConflict() {
    for (int number = 1; number <= 100; number++) {
      client.traffic.script.write(
          number,
          call -> {
            fixture.time.advance(Duration.ofMillis(1));
            fixture.commit("a", "rival");
            call.deliver();
          });
    }

    ProtocolFailure failure = failureOf(client.begin().put("a", "new"));

    assertThat(failure.isConflict()).isTrue();
    assertThat(failure).hasMessageContaining("Lost too often");
    assertThat(client.traffic.writes()).hasSize(20);
  }

  private void loseRowBeforePrewrite(String row, Duration later) {
    String write = row + " PREWRITTEN";
    client.traffic.onWrite(
        write,
        call -> {
          fixture.time.advance(later);
          fixture.commit(row, "rival");
          call.deliver();
        });
  }
}
