package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.PARALLEL;
import static io.rowlock.internal.protocol.ProtocolFixture.PATIENT;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.WriteFate;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions that are committed by their prewrites alone; row a is the primary. */
class ParallelCommitTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient owner = fixture.client(PARALLEL);

  @BeforeEach
  void writeRows() {
    List.of("a", "b", "c").forEach(row -> fixture.commit(row, "old"));
  }

  private ScriptedTransaction transfer() {
    return owner.begin().update("a", "T").update("b", "T");
  }

  private void assertBoth(String value) {
    ScriptedClient other = fixture.client(PATIENT);
    assertThat(other.read("a")).isEqualTo(value);
    assertThat(other.read("b")).isEqualTo(value);
    other.drain();
    fixture.runUntilIdle();
    fixture.assertStable("a", value);
    fixture.assertStable("b", value);
  }

  /** Makes the owner die just before it marks the primary COMMITTED. */
  private void leaveCommitted() {
    owner.traffic.onWrite("~a COMMITTED+data", call -> owner.traffic.cutOff());
    transfer().commit();
  }

  /** Makes the owner die with only the primary prewritten; returns the request to row b. */
  private Runnable leaveWithoutSecondary() {
    Runnable[] late = new Runnable[1];
    owner.traffic.onWrite("b PREWRITTEN", call -> late[0] = call::execute);
    transfer().launch();
    owner.traffic.cutOff();
    owner.pause();
    assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
    return late[0];
  }

  @Test
  void itReturnsWhenAllPrewritesHold() {
    ScriptedTransaction transfer = transfer();
    owner.traffic.clear();
    owner.traffic.onWrite("~a COMMITTED+data", call -> {});
    transfer.commit();

    assertThat(owner.traffic.reads()).isEmpty();
    assertThat(owner.traffic.writes())
        .containsExactlyInAnyOrder("a PREWRITTEN", "b PREWRITTEN", "~a COMMITTED+data");
    assertThat(((Prewritten) fixture.lock("a")).isParallel()).isTrue();
    assertThat(fixture.value("a")).isEqualTo("old");
  }

  @Test
  void primaryIsMarkedCommittedBeforeSecondariesAreRolledForward() {
    ScriptedTransaction transfer = transfer();
    owner.traffic.clear();
    transfer.commit();
    owner.drain();

    assertThat(owner.traffic.writes().subList(2, 5))
        .containsExactly("~a COMMITTED+data", "~b STABLE+data", "~a STABLE");
    fixture.assertStable("a", "oldT");
    fixture.assertStable("b", "oldT");
  }

  @Test
  void whatIsOnlyReadForbidsIt() {
    ScriptedTransaction transfer = transfer();
    transfer.get("c");
    transfer.commit();
    assertThat(owner.traffic.writes()).contains("a COMMITTED+data");
    owner.traffic.clear();

    ScriptedTransaction scanning = transfer();
    scanning.scan("c", "d");
    owner.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          call.deliver();
          assertThat(fixture.lock("a")).isNotInstanceOf(Committed.class);
        });
    scanning.commit();
    assertThat(owner.traffic.scans()).isEqualTo(2);
  }

  @Test
  void othersFinishItForAnOwnerThatIsGone() {
    leaveCommitted();
    assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
    assertBoth("oldT");
  }

  /** Before the lease is over no client may judge it. */
  @Test
  void othersWaitForAnOwnerThatMayBeAlive() {
    leaveCommitted();
    assertThat(failureOf(fixture.client().begin().put("b", "new")).isConflict()).isTrue();
    assertThat(((Prewritten) fixture.lock("a")).isParallel()).isTrue();
  }

  @Test
  void othersAbortItWhenARowWasNeverHeldAndNeverWillBe() {
    Runnable late = leaveWithoutSecondary();
    ScriptedClient other = fixture.client(PATIENT);

    assertThat(other.read("a")).isEqualTo("old");
    late.run();
    assertBoth("old");
  }

  @Test
  void aPrewriteThatArrivesBeforeTheFenceCommits() {
    Runnable late = leaveWithoutSecondary();
    ScriptedClient other = fixture.client(PATIENT);
    other.traffic.onWrite(
        "b STABLE",
        call -> {
          late.run();
          call.deliver();
        });

    assertThat(other.read("a")).isEqualTo("oldT");
    assertBoth("oldT");
  }

  /** The stale server shows row b in its old state: a missing prewrite proves nothing. */
  @Test
  void aStaleSecondaryDoesNotAbortIt() {
    StoredRow before = fixture.cluster.rawGet(key("b"));
    leaveCommitted();
    ScriptedClient other = fixture.client(PATIENT);
    CompletableFuture<List<DecidedRow>> unused =
        other.protocol.read(List.of(RowRead.lockOf(key("a"))), Reservation.NONE);
    other.traffic.answerStale("b", before);
    fixture.time.advance(LEASE.multipliedBy(2));
    assertThat(fixture.lock("a")).isInstanceOf(Prewritten.class);
    other.traffic.answerStale("b", null);

    assertBoth("oldT");
  }

  @Test
  void anUnansweredPrewriteThatTookHoldIsACommit() {
    owner.traffic.onWrite("b PREWRITTEN", LostMessage::reply);
    transfer().commit();
    assertBoth("oldT");
  }

  /** Mistake 12: the prewrite of row b is under way while its owner gives up. */
  @Test
  void givingUpFencesWhatIsUnderWay() {
    Runnable[] late = new Runnable[1];
    owner.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          late[0] = call::execute;
          LostMessage.request(call);
        });
    for (int number = 2; number <= 6; number++) {
      owner.traffic.script.write(number, LostMessage::request);
    }
    ProtocolFailure failure = failureOf(transfer());

    assertThat(failure.kind()).isEqualTo(Kind.STORE);
    late[0].run();
    assertBoth("old");
  }

  @Test
  void aRowLostToAnotherIsAConflict() {
    ScriptedTransaction transfer = transfer();
    fixture.commit("b", "other");
    assertThat(failureOf(transfer).kind()).isEqualTo(Kind.CONFLICT);
    owner.drain();
    fixture.assertStable("a", "old");
    fixture.assertStable("b", "other");
  }

  /**
   * The owner gets no answer for row b; meanwhile other clients finish its transaction and write
   * the rows.
   */
  @Test
  void anOwnerOvertakenByOthersLearnsThatItHasCommitted() {
    owner.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          call.execute();
          fixture.time.schedule(
              Duration.ofSeconds(30),
              () -> call.answer(WriteOutcome.maybeApplied(new IOException("Simulated"))));
        });
    CompletableFuture<Void> commit = transfer().start();
    owner.pause();
    ScriptedClient other = fixture.client(PATIENT);
    assertThat(other.read("a")).isEqualTo("oldT");
    other.drain();
    other.begin().update("b", "U").commit();
    other.begin().update("a", "U").commit();
    owner.resume();

    fixture.await(commit);
    assertBoth("oldTU");
  }

  @Test
  void blindRowsThatWereRolledForwardMeanwhileAreNoConflict() {
    ScriptedTransaction transaction = owner.begin().append("a", "T").append("b", "T");
    owner.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          fixture.client().begin().append("b", "U").commit();
          call.deliver();
        });
    transaction.commit();
    owner.drain();
    fixture.runUntilIdle();
    fixture.assertStable("a", "oldT");
    fixture.assertStable("b", "oldUT");
  }

  /** Row c's answer is lost, and b's coprocessor throws after its prewrite was applied. */
  @Test
  void aPrewriteThatWasAppliedAndRejectedIsNoProofOfALoss() {
    ScriptedTransaction three = transfer().update("c", "T");
    owner.traffic.onWrite("b PREWRITTEN", WriteFate.APPLIED_BUT_REJECTED.at(fixture.time));
    owner.traffic.onWrite(
        "c PREWRITTEN",
        call -> {
          owner.traffic.onRead("c", read -> read.fail(new IOException("unreachable")));
          LostMessage.reply(call);
        });

    three.commit();

    assertBoth("oldT");
  }

  @Test
  void aRowThatRefusesTheFenceAsWellWasNeverHeld() {
    ScriptedTransaction transfer = transfer();
    owner.traffic.clear();
    owner.traffic.onWrite("b PREWRITTEN", WriteFate.REJECTED.at(fixture.time));
    owner.traffic.onWrite("b STABLE", WriteFate.REJECTED.at(fixture.time));

    assertThat(failureOf(transfer).kind()).isEqualTo(Kind.STORE);
    owner.drain();

    assertThat(owner.traffic.writes()).hasSizeLessThan(6);
    assertBoth("old");
  }

  @Test
  void aRowThatNoServerHasHeardOfNeedsNoFence() {
    ScriptedTransaction transfer = transfer();
    owner.traffic.clear();
    owner.traffic.onWrite(
        "b PREWRITTEN", call -> call.answer(WriteOutcome.unapplied(new IOException("no way"))));

    assertThat(failureOf(transfer).kind()).isEqualTo(Kind.STORE);
    assertThat(owner.traffic.writes()).doesNotContain("b STABLE");
    assertBoth("old");
  }

  /** More transactions have written the rows than their locks name. */
  @Test
  void rowsThatTurnDownTheOnlyRequestsHaveLostWhateverTheyShow() {
    ScriptedTransaction transfer = transfer();
    for (String row : List.of("a", "b")) {
      owner.traffic.onWrite(
          row + " PREWRITTEN",
          call -> {
            for (int i = 0; i < 18; i++) {
              fixture.time.advance(Duration.ofMillis(5));
              fixture.commit(row, "rival");
            }
            call.answer(WriteOutcome.TURNED_DOWN);
          });
    }

    assertThat(failureOf(transfer).kind()).isEqualTo(Kind.CONFLICT);
    owner.drain();

    assertBoth("rival");
  }

  /** Other clients learn of the commit only by the primary, which its owner can still roll back. */
  @Test
  void aRowThatRefusesEverythingDoesNotLeaveTheOutcomeUnknown() {
    ScriptedTransaction transfer = transfer();
    refuseAll("b PREWRITTEN");
    refuseAll("b STABLE");

    assertThat(failureOf(transfer).kind()).isEqualTo(Kind.STORE);
    owner.drain();

    assertBoth("old");
  }

  private void refuseAll(String noted) {
    owner.traffic.onWrite(
        noted,
        call -> {
          refuseAll(noted);
          call.answer(WriteOutcome.rejected(new IOException("Simulated: no permission")));
        });
  }

  @Test
  void aRowOutOfReachDoesNotLeaveTheOutcomeUnknown() {
    ScriptedTransaction transfer = transfer();
    Runnable[] late = new Runnable[1];
    owner.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          late[0] = call::execute;
          owner.traffic.failReadsOf("b");
          LostMessage.request(call);
        });

    assertThatThrownBy(transfer::commit)
        .hasRootCauseInstanceOf(IOException.class)
        .isNotInstanceOf(ProtocolFailure.class);
    owner.drain();

    fixture.assertStable("a", "old");
    late[0].run();
    assertBoth("old");
  }

  /**
   * The lost prewrite takes effect at the last moment, and other clients finish the transaction.
   */
  @Test
  void aCommitThatOthersHaveFinishedIsNotTakenBack() {
    ScriptedTransaction transfer = transfer();
    owner.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          WriteOutcome unused = call.execute();
          owner.traffic.failReadsOf("b");
          LostMessage.request(call);
        });
    owner.traffic.onWrite(
        "a STABLE",
        call -> {
          finishForTheOwner();
          call.deliver();
        });

    try {
      transfer.commit();
    } catch (ProtocolFailure unknown) {
      assertThat(unknown.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    }

    owner.drain();
    assertBoth("oldT");
  }

  private void finishForTheOwner() {
    ScriptedClient other = fixture.client(PATIENT);
    CompletableFuture<List<DecidedRow>> unused =
        other.protocol.read(List.of(RowRead.lockOf(key("a"))), Reservation.NONE);
    fixture.time.advance(LEASE.multipliedBy(2));
    assertThat(fixture.lock("a")).isNotInstanceOf(Prewritten.class);
  }
}
