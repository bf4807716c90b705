package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.WriteFate;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How an answer to the commit point other than "applied" is settled (section 8). */
class CommitPointTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();

  @BeforeEach
  void fillTable() {
    fixture.commit("a", "old");
    fixture.commit("b", "old");
  }

  /** Mistake 8: "not equal" is the answer to a second delivery. */
  @Test
  void deliveredTwiceIsCommitted() {
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          WriteOutcome unused = call.execute();
          call.deliver();
        });

    client.begin().put("a", "new").put("b", "new").commit();
    client.drain();

    assertThat(client.traffic.writes())
        .containsExactly("b PREWRITTEN", "a COMMITTED+data", "~b STABLE+data", "~a STABLE");
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  /** Mistake 8, where no COMMITTED state remains. */
  @Test
  void singleRowDeliveredTwiceIsCommitted() {
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          WriteOutcome unused = call.execute();
          call.deliver();
        });

    client.begin().put("a", "new").commit();

    assertThat(client.traffic.writes()).containsExactly("a STABLE+data");
    fixture.assertStable("a", "new");
  }

  @Test
  void lostReplyCostsOneRead() {
    client.traffic.onWrite("a STABLE+data", LostMessage::reply);

    client.begin().put("a", "new").commit();

    assertThat(client.traffic.reads()).containsExactly("a", "a");
    assertThat(client.traffic.writes()).hasSize(1);
  }

  @Test
  void lostRequestIsSentAgainAsItWas() {
    client.traffic.onWrite("a STABLE+data", LostMessage::request);

    client.begin().put("a", "new").commit();

    assertThat(client.traffic.writes()).containsExactly("a STABLE+data", "a STABLE+data");
    assertThat(client.traffic.sent(1)).isSameAs(client.traffic.sent(0));
    fixture.assertStable("a", "new");
  }

  @Test
  void unreadablePrimaryLeavesTheOutcomeUnknown() {
    ScriptedTransaction tx = client.begin().put("a", "new").put("b", "new");
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          client.traffic.failReads(true);
          LostMessage.reply(call);
        });

    ProtocolFailure failure = failureOf(tx);

    assertThat(failure.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    assertThat(failure.row()).isEqualTo(key("a"));
    assertThat(failure)
        .hasMessageContaining(tx.id.toString())
        .hasMessageContaining("the primary is row 'a' of table 'table'")
        .hasRootCauseMessage("Simulated: the server cannot be reached");
  }

  /** It may be committed: a roll-back could tear it apart, and so could another try. */
  @Test
  void unknownOutcomeIsLeftAlone() {
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          client.traffic.failReads(true);
          LostMessage.reply(call);
        });
    failureOf(client.begin().put("a", "new").put("b", "new"));
    client.drain();
    fixture.runUntilIdle();

    assertThat(client.traffic.writes()).containsExactly("b PREWRITTEN", "a COMMITTED+data");
    ScriptedClient other = fixture.client(ProtocolFixture.PATIENT);
    assertThat(other.read("b")).isEqualTo("new");
  }

  @Test
  void firstAndOnlyRequestThatIsRejectedIsNotCommitted() {
    client.traffic.onWrite(
        "a COMMITTED+data", call -> call.answer(WriteOutcome.rejected(new IOException("no"))));

    ProtocolFailure failure = failureOf(client.begin().put("a", "new").put("b", "new"));
    client.drain();

    assertThat(failure.kind()).isEqualTo(Kind.STORE);
    assertThat(client.traffic.writes())
        .containsExactly("b PREWRITTEN", "a COMMITTED+data", "a STABLE", "~b STABLE");
    fixture.assertStable("a", "old");
    fixture.assertStable("b", "old");
  }

  @Test
  void requestsTurnedDownWithoutAReasonContainAdvice() {
    turnDown("a COMMITTED+data");
    ProtocolFailure commit = failureOf(client.begin().put("a", "new").put("b", "new"));
    turnDown("b PREWRITTEN");
    ProtocolFailure prewrite = failureOf(client.begin().put("a", "new").put("b", "new"));

    assertThat(commit)
        .hasMessageStartingWith("Gave up committing at row 'a' of table 'table': the server turned")
        .hasMessageContaining("Run the transaction again");
    assertThat(prewrite)
        .hasMessageStartingWith("Could not lock row 'b' of table 'table': the server turned")
        .hasMessageContaining("Run the transaction again");
    assertThat(commit.kind()).isEqualTo(prewrite.kind()).isEqualTo(Kind.STORE);
  }

  private void turnDown(String write) {
    client.traffic.onWrite(
        write,
        call -> {
          turnDown(write);
          call.answer(WriteOutcome.NOT_EQUAL);
        });
  }

  /** The earlier request, not this one, may have been applied. */
  @Test
  void laterRequestThatIsRejectedIsLookedInto() {
    client
        .traffic
        .script
        .write(
            1,
            call -> {
              fixture.time.schedule(Duration.ofMillis(5), call::execute);
              LostMessage.request(call);
            })
        .write(2, call -> call.answer(WriteOutcome.rejected(new IOException("no"))));

    client.begin().put("a", "new").commit();

    fixture.assertStable("a", "new");
  }

  /** Another coprocessor may throw what servers throw before they touch a row. */
  @Test
  void appliedRequestThatIsRejectedIsCommitted() {
    client.traffic.onWrite("a COMMITTED+data", WriteFate.APPLIED_BUT_REJECTED.at(fixture.time));

    client.begin().put("a", "new").put("b", "new").commit();
    client.drain();

    assertThat(client.traffic.writes())
        .containsExactly("b PREWRITTEN", "a COMMITTED+data", "~b STABLE+data", "~a STABLE");
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void appliedRequestOfASingleRowThatIsRejectedIsCommitted() {
    client.traffic.onWrite("a STABLE+data", WriteFate.APPLIED_BUT_REJECTED.at(fixture.time));

    client.begin().put("a", "new").commit();

    assertThat(client.traffic.writes()).containsExactly("a STABLE+data");
    fixture.assertStable("a", "new");
  }

  /** A stale server shows the primary in its old state; the fence does not take effect. */
  @Test
  void appliedRequestThatIsRejectedIsFoundBehindAStaleRead() {
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          StoredRow before = fixture.cluster.rawGet(key("a"));
          client.traffic.onRead("a", read -> read.answer(before));
          WriteOutcome unused = call.execute();
          call.answer(WriteOutcome.rejected(new IOException("no")));
        });

    client.begin().put("a", "new").put("b", "new").commit();
    client.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  /** A stale server shows the primary in its old state, to the client whose commit was applied. */
  @Test
  void refusedFenceAndAStaleReadProveNothing() {
    StoredRow before = fixture.cluster.rawGet(key("a"));
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          WriteOutcome unused = call.execute();
          client.traffic.answerStale("a", before);
          call.answer(WriteOutcome.rejected(new IOException("no")));
        });
    for (int write = 1; write < 20; write++) {
      client.traffic.script.write(
          write, call -> call.answer(WriteOutcome.rejected(new IOException("no fence"))));
    }

    assertThat(failureOf(client.begin().put("a", "new")).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
  }

  /** A read-only region refuses the fence as well: two answers, and nothing has changed. */
  @Test
  void commitToARegionThatTakesNoWriteIsSurelyNotMade() {
    client.traffic.onWrite(
        "a COMMITTED+data", call -> call.answer(WriteOutcome.barred(new IOException("no"))));
    client.traffic.onWrite(
        "a STABLE", call -> call.answer(WriteOutcome.barred(new IOException("no fence"))));

    ProtocolFailure failure = failureOf(client.begin().put("a", "new").put("b", "new"));
    client.drain();

    assertThat(failure.kind()).isEqualTo(Kind.STORE);
    assertThat(failure).hasRootCauseMessage("no");
    assertThat(client.traffic.writes())
        .containsExactly("b PREWRITTEN", "a COMMITTED+data", "a STABLE", "~b STABLE");
    fixture.assertStable("b", "old");
  }

  /** The intent of another transaction below the lock leaves no doubt. */
  @Test
  void commitOverACommittedIntentInARegionThatTakesNoWriteIsSurelyNotMade() {
    LeftOver.COMMITTED.leaveIn(fixture);
    client.traffic.script.write(1, call -> call.answer(WriteOutcome.barred(new IOException("no"))));
    client.traffic.script.write(
        2, call -> call.answer(WriteOutcome.barred(new IOException("no fence"))));

    ProtocolFailure failure = failureOf(client.begin().put("b", "new"));

    assertThat(failure.kind()).isEqualTo(Kind.STORE);
    assertThat(failure).hasRootCauseMessage("no");
    assertThat(client.traffic.writes()).containsExactly("b STABLE+data", "b STABLE+data");
  }

  /**
   * A stale server may show the primary in its old state: only a fence that takes effect is a
   * proof.
   */
  @Test
  void aRefusedFenceIsTriedAgain() {
    client.traffic.onWrite("a COMMITTED+data", WriteFate.REJECTED.at(fixture.time));
    client.traffic.onWrite("a STABLE", WriteFate.REJECTED.at(fixture.time));

    ProtocolFailure failure = failureOf(client.begin().put("a", "new").put("b", "new"));
    client.drain();

    assertThat(failure.kind()).isEqualTo(Kind.STORE);
    assertThat(client.traffic.writes())
        .containsExactly("b PREWRITTEN", "a COMMITTED+data", "a STABLE", "a STABLE", "~b STABLE");
    fixture.assertStable("b", "old");
  }

  /** An earlier request may still be under way: a refused fence proves nothing. */
  @Test
  void refusedFenceAfterALostRequestLeavesTheOutcomeUnknown() {
    client.traffic.onWrite("a STABLE+data", LostMessage::request);
    for (int write = 2; write < 20; write++) {
      client.traffic.script.write(
          write, call -> call.answer(WriteOutcome.rejected(new IOException("no"))));
    }
    client.traffic.script.write(
        1, call -> call.answer(WriteOutcome.rejected(new IOException("no"))));

    assertThat(failureOf(client.begin().put("a", "new")).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    assertThat(client.traffic.writes()).as("no request again and again").hasSizeLessThan(8);
  }

  /** The attempt has lost; the next one cannot read either. */
  @Test
  void onlyRequestThatIsTurnedDownHasLostIfThePrimaryCannotBeRead() {
    ScriptedTransaction tx = client.begin().update("a", "new");
    client.traffic.onWrite(
        "a STABLE+data",
        call -> {
          client.traffic.failReads(true);
          call.answer(WriteOutcome.TURNED_DOWN);
        });

    assertThatThrownBy(tx::commit)
        .as("the failure to plan the next attempt")
        .isNotInstanceOf(ProtocolFailure.class)
        .hasRootCauseMessage("Simulated: the server cannot be reached");
    fixture.assertStable("a", "old");
  }

  @Test
  void requestThatNeverLeftIsNotLookedInto() {
    client.traffic.onWrite(
        "a STABLE+data", call -> call.answer(WriteOutcome.unapplied(new IOException("no way"))));
    ScriptedTransaction tx = client.begin().update("a", "new");
    client.traffic.clear();

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.STORE);
    assertThat(client.traffic.reads()).isEmpty();
    assertThat(client.traffic.writes()).hasSize(1);
  }

  @Test
  void refusalThatCannotBeLookedIntoLeavesTheOutcomeUnknown() {
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          client.traffic.failReads(true);
          call.answer(WriteOutcome.rejected(new IOException("no")));
        });

    ProtocolFailure failure = failureOf(client.begin().put("a", "new").put("b", "new"));
    client.drain();

    assertThat(failure.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    assertThat(client.traffic.writes()).containsExactly("b PREWRITTEN", "a COMMITTED+data");
  }

  /** It takes effect between the two reads, and only the second row shows it. */
  @Test
  void commitThatOnlyARegionRowShowsIsRolledForward() {
    TableName elsewhere = TableName.valueOf("elsewhere");
    RowKey x = new RowKey(elsewhere, ProtocolFixture.bytes("x"));
    fixture.cluster.createTable(elsewhere, "f");
    client.store.colocate();
    client.traffic.onRegionWrite(
        call -> {
          client.traffic.onRead(
              "b",
              read -> {
                WriteOutcome unused = call.execute();
                read.deliver();
              });
          call.answer(WriteOutcome.maybeApplied(new IOException("Simulated: late")));
        });

    client.begin().put("a", "new").put("b", "new").put(x, "new").commit();
    client.drain();

    fixture.assertStable("a", "new");
    assertThat(LockedRow.of(fixture.cluster.rawGet(x)).lock()).isInstanceOf(Stable.class);
  }
}
