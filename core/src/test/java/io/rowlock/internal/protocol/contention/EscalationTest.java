package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.WriteFate;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions that lock their rows before they run. */
class EscalationTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient owner = fixture.client();
  private final ScriptedClient other = fixture.client();

  @BeforeEach
  void writeRows() {
    fixture.commit("a", "old");
    fixture.commit("b", "old");
    fixture.time.advance(LEASE);
  }

  @Test
  void heldRowsAreGivenBackAsTheyWere() {
    long version = fixture.version("a");
    Reservation reservation = escalated(owner, "a", "b", "unborn");
    assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
    assertThat(fixture.lock("unborn")).isInstanceOf(Prewritten.class);

    reservation.release();
    owner.drain();
    fixture.assertStable("a", "old");
    fixture.assertStable("b", "old");
    fixture.assertStable("unborn", null);
    assertThat(fixture.version("a")).isEqualTo(version);
  }

  @Test
  void onlyTheHolderWritesTheHeldRows() {
    Reservation reservation = escalated(owner, "a", "b");
    ScriptedTransaction holder = new ScriptedTransaction(owner, reservation);
    assertThat(holder.get("a")).isEqualTo("old");
    assertThat(conflictOf(() -> other.begin().get("b"))).isNotNull();
    assertThat(failureOf(other.begin().put("a", "blind")).isConflict()).isTrue();

    holder.update("b", "+").commit();
    reservation.release();
    owner.drain();
    fixture.assertStable("a", "old");
    fixture.assertStable("b", "old+");
    assertThat(fixture.writer("b")).isEqualTo(holder.id);
  }

  @Test
  void primaryOfTheHoldBecomesThatOfTheTransaction() {
    Reservation reservation = escalated(owner, "a", "b");
    ScriptedTransaction holder = new ScriptedTransaction(owner, reservation).update("a", "+");
    holder.update("b", "+").commit();
    reservation.release();
    owner.drain();
    fixture.assertStable("a", "old+");
    fixture.assertStable("b", "old+");
  }

  @Test
  void rowsThatAreNotHeldAreReadAndWrittenAsUsual() {
    ScriptedTransaction holder = new ScriptedTransaction(owner, escalated(owner, "a"));
    holder.update("a", "+").update("b", "+");
    fixture.commit("b", "new");
    assertThat(failureOf(holder).isConflict()).isTrue();
    fixture.assertStable("b", "new");
  }

  @Test
  void holdOutlivesManyLeasesWhileItsOwnerLives() {
    Reservation reservation = escalated(owner, "a", "b");
    ScriptedTransaction holder = new ScriptedTransaction(owner, reservation);
    String before = holder.get("a");
    for (int i = 0; i < 8; i++) {
      fixture.time.advance(LEASE);
      assertThat(conflictOf(() -> other.begin().get("b"))).isNotNull();
    }
    holder.put("b", "after " + before).commit();
    assertThat(fixture.value("a")).isEqualTo("old");
    assertThat(other.read("b")).isEqualTo("after old");
  }

  @Test
  void rowsOfASilentOwnerAreFreeAfterALeaseAndItsReadsAreStale() {
    ScriptedTransaction holder = new ScriptedTransaction(owner, escalated(owner, "a", "b"));
    assertThat(holder.get("b")).isEqualTo("old");
    owner.pause();
    ScriptedClient patient = fixture.client(ProtocolFixture.PATIENT);
    patient.begin().update("b", "+").commit();

    fixture.assertStable("b", "old+");
    owner.resume();
    assertThat(failureOf(holder.put("a", "from stale b")).isConflict()).isTrue();
    fixture.runUntilIdle();
    fixture.assertStable("a", "old");
  }

  @Test
  void secondHolderWaitsForTheFirst() {
    Reservation first = escalated(owner, "a", "b");
    CompletableFuture<Reservation> second = reserve(other, "a", "b");
    fixture.time.advance(LOCK_WAIT.dividedBy(2));
    assertThat(second).isNotDone();

    first.release();
    fixture.time.advance(LOCK_WAIT.dividedBy(2));
    assertThat(second).isCompleted();
  }

  @Test
  void youngerHolderGivesEverythingBackForAnOlderOne() {
    Reservation older = escalated(owner, "b");
    fixture.time.advance(LOCK_WAIT);
    assertThat(conflictOf(() -> escalated(other, "a", "b"))).isNotNull();
    other.drain();
    fixture.assertStable("a", "old");
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);
    older.release();
  }

  /**
   * The row with the heartbeat has its turn to be written, and nothing is written to it after all.
   */
  @Test
  void heartbeatContinuesIfItsRowIsNotWritten() {
    Reservation reservation = escalated(owner, "a", "b");
    List<PendingCall<ConditionalWrite, WriteOutcome>> slow = new ArrayList<>();
    owner.traffic.onWrite("b STABLE+data", slow::add);
    ScriptedTransaction holder = new ScriptedTransaction(owner, reservation);
    CompletableFuture<Void> commit = holder.write("a", nothing -> {}).put("b", "new").start();

    fixture.time.advance(LEASE.multipliedBy(2));

    assertThat(((Prewritten) fixture.lock("a")).lead().beat()).isGreaterThan(2);
    slow.get(0).deliver();
    assertThat(commit).isCompleted();
    reservation.release();
    owner.drain();
    fixture.assertStable("a", "old");
    fixture.assertStable("b", "new");
  }

  @Test
  void userWithoutWritePermissionContinuesWithoutLocks() {
    owner.traffic.onWrite("a PREWRITTEN", WriteFate.REJECTED.at(fixture.time));
    Reservation reservation = escalated(owner, "a", "b");
    assertThat(reservation).isInstanceOf(RowTurn.class);
    assertThat(new ScriptedTransaction(owner, reservation).get("a")).isEqualTo("old");
    owner.drain();
    fixture.assertStable("a", "old");
  }

  /** A plain writer has set the timestamp of a cell in a row without a lock. */
  @Test
  void holderWritesAboveWhatItHasRead() {
    fixture.rawPut("x", "old", fixture.time.currentMillis() + 3_600_000);
    Reservation reservation = escalated(owner, "x", "y");

    new ScriptedTransaction(owner, reservation).update("x", "+").put("y", "new").commit();
    reservation.release();
    owner.drain();

    fixture.assertStable("x", "old+");
  }

  private Reservation escalated(ScriptedClient client, String... rows) {
    return fixture.await(reserve(client, rows));
  }

  private static CompletableFuture<Reservation> reserve(ScriptedClient client, String... rows) {
    SortedSet<RowKey> keys = new TreeSet<>();
    for (String row : rows) {
      keys.add(key(row));
    }
    long age = client.environment.clock().currentMillis();
    return client.protocol.reserve(new ReservationRequest(keys, true), age);
  }

  private static ProtocolFailure conflictOf(Runnable action) {
    return catchThrowableOfType(ProtocolFailure.class, action::run);
  }
}
