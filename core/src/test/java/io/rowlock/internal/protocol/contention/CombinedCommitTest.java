package io.rowlock.internal.protocol.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Transactions of one process that wait for the same rows commit as one. */
class CombinedCommitTest {

  private static final String WRITE = "a STABLE+data";

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
  private final List<CompletableFuture<Void>> commits = new ArrayList<>();

  @BeforeEach
  void holdTheTurn() {
    fixture.commit("a", "old");
    fixture.commit("b", "old");
    client.traffic.onWrite(WRITE, held::add);
    commits.add(client.begin().append("a", "0").start());
    client.traffic.clear();
  }

  private void append(String row, String suffix) {
    start(client.begin().append(row, suffix));
  }

  private void start(ScriptedTransaction transaction) {
    commits.add(transaction.start());
  }

  private void endTheTurn() {
    held.forEach(PendingCall::deliver);
  }

  private static ProtocolFailure failureOf(CompletableFuture<Void> commit) {
    Throwable failure = Async.unwrap(commit.handle((done, thrown) -> thrown).join());
    assertThat(failure).isInstanceOf(ProtocolFailure.class);
    return (ProtocolFailure) failure;
  }

  @Test
  void thoseThatWaitTakeOneWrite() {
    for (int i = 1; i < 6; i++) {
      append("a", "" + i);
    }
    endTheTurn();

    commits.forEach(fixture::await);
    assertThat(client.traffic.writes()).containsExactly(WRITE);
    fixture.assertStable("a", "old012345");
  }

  @Test
  void writersOfTheSameRowsCommitAsOne() {
    start(client.begin().append("a", "1").append("b", "1"));
    append("a", "2");
    start(client.begin().append("a", "3").append("b", "3"));
    start(client.begin().append("a", "4").put("c", "4"));
    endTheTurn();

    commits.forEach(fixture::await);
    client.drain();
    fixture.assertStable("a", "old01324");
    fixture.assertStable("b", "old13");
    fixture.assertStable("c", "4");
  }

  @Test
  void theConflictOfOneIsNoneOfTheOthers() {
    ScriptedTransaction stale = client.begin();
    stale.get("b");
    append("a", "1");
    start(stale.append("a", "2"));
    append("a", "3");
    fixture.commit("b", "theirs");
    endTheTurn();

    fixture.await(commits.get(1));
    fixture.await(commits.get(3));
    fixture.runUntilIdle();
    assertThat(failureOf(commits.get(2)).kind()).isEqualTo(Kind.CONFLICT);
    client.drain();
    assertThat(fixture.value("a")).isIn("old013", "old031");
  }

  @Test
  void aRowThatCannotBeReadFailsOnlyItsReader() {
    ScriptedTransaction unlucky = client.begin();
    unlucky.get("b");
    append("a", "1");
    start(unlucky.append("a", "2"));
    client.traffic.failReadsOf("b");
    endTheTurn();

    fixture.await(commits.get(1));
    assertThatThrownBy(() -> fixture.await(commits.get(2)))
        .hasRootCauseInstanceOf(IOException.class);
    client.drain();
    fixture.assertStable("a", "old01");
  }

  @Test
  void anUnknownOutcomeIsThatOfEach() {
    append("a", "1");
    append("a", "2");
    client.traffic.onWrite(
        WRITE,
        call -> {
          client.traffic.failReads(true);
          LostMessage.reply(call);
        });
    endTheTurn();
    fixture.runUntilIdle();

    assertThat(failureOf(commits.get(1)).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    assertThat(failureOf(commits.get(2)).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
    fixture.assertStable("a", "old012");
  }

  @Test
  void aReaderOfWhatAnotherOneWritesGoesByItself() {
    ScriptedTransaction reader = client.begin();
    reader.get("b");
    start(client.begin().append("a", "1").append("b", "1"));
    start(reader.append("a", "2"));
    endTheTurn();

    fixture.await(commits.get(1));
    fixture.runUntilIdle();
    assertThat(failureOf(commits.get(2)).kind()).isEqualTo(Kind.CONFLICT);
    client.drain();
    fixture.assertStable("a", "old01");
  }

  @Test
  void allGatesArePassedOrNone() {
    CommitGate open = new CommitGate();
    CommitGate shut = new CommitGate();
    assertThat(shut.shut(ProtocolFailure.timeout("too late"))).isTrue();

    assertThatThrownBy(new CombinedGate(List.of(open, shut))::pass)
        .isInstanceOf(ProtocolFailure.class);
    assertThat(open.shut(ProtocolFailure.timeout("too late"))).as("can be stopped").isTrue();
  }

  /** An error may leave something behind that goes on. */
  @Test
  void whatIsLeftOfOneThatHasFailedDoesNotOpenTheGatesOfTheNextOne() {
    CommitGate member = new CommitGate();
    CombinedGate failed = new CombinedGate(List.of(member));
    assertThat(failed.shut()).isTrue();
    CombinedGate next = new CombinedGate(List.of(member));
    next.pass();

    assertThatThrownBy(failed::check).isInstanceOf(ProtocolFailure.class);
    assertThatThrownBy(failed::pass).isInstanceOf(ProtocolFailure.class);
    assertThat(member.isPassed()).isTrue();
  }

  @Test
  void aPassedGateIsShutOnceItIsReopened() {
    CommitGate member = new CommitGate();
    CombinedGate gate = new CombinedGate(List.of(member));
    gate.pass();
    assertThat(gate.shut()).isFalse();
    gate.reopen();
    assertThat(gate.shut()).as("a proof of section 8 has opened it").isTrue();
    assertThat(member.isPassed()).isFalse();
  }
}
