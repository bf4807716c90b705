package io.rowlock.internal.protocol.read;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading rows that are held by an undecided transaction: a is the primary of b (section 6). */
class UndecidedRowTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final ScriptedClient owner = fixture.client();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> commitPoint = new ArrayList<>();

  @BeforeEach
  void holdTheCommitPoint() {
    for (String row : List.of("a", "b", "c", "r")) {
      fixture.commit(row, "old");
    }
    owner.traffic.onWrite("a COMMITTED+data", commitPoint::add);
  }

  /**
   * Mistake 4: a single read that returned the value below the lock could miss a commit whose
   * success its user already knows.
   */
  @Test
  void readWaitsForTheDecision() {
    owner.begin().put("a", "new").put("b", "new").launch();

    CompletableFuture<List<DecidedRow>> read = read("b");
    fixture.time.advance(Duration.ofMillis(500));
    assertThat(read).isNotDone();

    commitPoint.get(0).deliver();
    fixture.time.advance(Duration.ofMillis(30));
    assertThat(read.join().get(0).version()).isEqualTo(fixture.version("a"));
  }

  @Test
  void readGivesUpWithAConflict() {
    owner.begin().put("a", "new").put("b", "new").launch();
    long before = fixture.time.monotonicNanos();

    assertThatThrownBy(() -> client.read("b"))
        .isInstanceOf(ProtocolFailure.class)
        .matches(failure -> ((ProtocolFailure) failure).isConflict())
        .hasMessageContaining("has not finished with: row 'b'");

    assertThat(Duration.ofNanos(fixture.time.monotonicNanos() - before))
        .isBetween(LOCK_WAIT, LOCK_WAIT.plusMillis(20));
    assertThat(client.traffic.writes()).isEmpty();
  }

  @Test
  void noClientActsBeforeALeaseIsOver() {
    owner.begin().put("a", "new").put("b", "new").launch();
    CompletableFuture<List<DecidedRow>> read =
        fixture
            .client(ProtocolFixture.PATIENT)
            .protocol
            .read(List.of(new RowRead(key("b"), ColumnSelection.ALL)), Reservation.NONE);

    fixture.time.advance(LEASE.minusMillis(1));
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);
    fixture.time.advance(Duration.ofMillis(40));
    assertThat(read).isCompleted();
    fixture.assertStable("b", "old");
  }

  /** The fence on a comes first: only then no client can commit any more. */
  @Test
  void silentOwnersSecondaryIsRolledBackBehindAFence() {
    owner.begin().put("a", "new").put("b", "new").launch();
    ScriptedClient patient = fixture.client(ProtocolFixture.PATIENT);

    assertThat(patient.read("b")).isEqualTo("old");

    assertThat(patient.traffic.writes()).containsExactly("a STABLE", "b STABLE");
    assertThat(commitPoint.get(0).execute()).isEqualTo(WriteOutcome.NOT_EQUAL);
  }

  @Test
  void silentOwnersPrewrittenPrimaryIsRolledBackFirst() {
    ScriptedTransaction tx = owner.begin();
    tx.get("r");
    tx.put("a", "new").put("b", "new").launch();
    owner.pause();
    ScriptedClient patient = fixture.client(ProtocolFixture.PATIENT);

    assertThat(patient.read("b")).isEqualTo("old");

    assertThat(patient.traffic.writes()).containsExactly("a STABLE", "b STABLE");
    assertThat(commitPoint.get(0).execute()).isEqualTo(WriteOutcome.NOT_EQUAL);
    fixture.assertStable("a", "old");
  }

  /**
   * A primary that another transaction has written since can never commit: the read waits for no
   * lease.
   */
  @Test
  void secondaryIsRolledBackAtOnceWhenItsPrimaryIsLost() {
    owner.begin().put("a", "new").put("b", "new").launch();
    fixture.commit("a", "other");

    assertThat(client.read("b")).isEqualTo("old");

    assertThat(client.traffic.reads()).containsExactly("b", "a", "b");
    assertThat(client.traffic.writes()).containsExactly("b STABLE");
    assertThat(commitPoint.get(0).execute()).isEqualTo(WriteOutcome.NOT_EQUAL);
  }

  /** A refused roll-back is not repeated in a busy loop. */
  @Test
  void rollBackWithoutAnswerIsTriedAgainAfterAPause() {
    owner.begin().put("a", "new").put("b", "new").launch();
    fixture.commit("a", "other");
    client.traffic.script.write(
        1, call -> call.answer(WriteOutcome.maybeApplied(new IllegalStateException("lost"))));
    long before = fixture.time.monotonicNanos();

    assertThat(client.read("b")).isEqualTo("old");

    assertThat(client.traffic.writes()).containsExactly("b STABLE", "b STABLE");
    assertThat(fixture.time.monotonicNanos()).isGreaterThan(before);
  }

  private CompletableFuture<List<DecidedRow>> read(String row) {
    return client.protocol.read(
        List.of(new RowRead(key(row), ColumnSelection.ALL)), Reservation.NONE);
  }
}
