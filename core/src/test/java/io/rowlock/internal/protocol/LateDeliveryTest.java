package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.PendingCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that arrive after everything is over must find other bytes than they expect. */
class LateDeliveryTest {

  private static final int SENT_AT_MOST = 6;

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> late = new ArrayList<>();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c")) {
      fixture.commit(row, "old");
    }
  }

  /** The owner gives up and fences the row that it may have locked. */
  @Test
  void latePrewriteDoesNotStickAfterAnAbort() {
    loseWrites(1, SENT_AT_MOST);
    assertThat(failureOf(client.begin().put("a", "new").put("b", "new")).kind())
        .isEqualTo(Kind.STORE);
    client.drain();

    assertThat(client.traffic.writes()).hasSize(SENT_AT_MOST + 1).endsWith("~b STABLE");
    assertRefusedLate();
    fixture.assertStable("b", "old");
  }

  /** Not even where there was no lock cell: the fence makes one. */
  @Test
  void latePrewriteOfANewRowDoesNotStickAfterAnAbort() {
    loseWrites(2, SENT_AT_MOST + 1);
    ScriptedTransaction tx = client.begin().update("n", "T").update("b", "T");
    tx.get("c");

    assertThat(failureOf(tx).kind()).isEqualTo(Kind.STORE);
    client.drain();

    assertThat(client.traffic.writes())
        .startsWith("b PREWRITTEN", "n PREWRITTEN")
        .contains("~b STABLE", "~n STABLE");
    assertRefusedLate();
    fixture.assertStable("n", null);
    fixture.assertStable("b", "old");
  }

  /** The first request does not find the bytes that a retry of the same attempt has replaced. */
  @Test
  void latePrewriteIsRefusedAfterTheCommit() {
    client.traffic.onWrite("b PREWRITTEN", this::lose);
    client.begin().put("a", "new").put("b", "new").commit();
    client.drain();

    assertRefusedLate();
    fixture.assertStable("b", "new");
  }

  @Test
  void lateCommitPointIsRefusedOnceTheOwnerGaveUp() {
    loseWrites(2, SENT_AT_MOST + 1);
    assertThat(failureOf(client.begin().put("a", "new").put("b", "new")).kind())
        .isEqualTo(Kind.STORE);
    client.drain();

    assertRefusedLate();
    fixture.assertStable("a", "old");
    fixture.assertStable("b", "old");
  }

  @Test
  void lateRollForwardDoesNotUndoANewerWrite() {
    client.traffic.onWrite("~b STABLE+data", this::lose);
    client.begin().put("a", "new").put("b", "new").commit();
    client.drain();
    fixture.commit("b", "newer");

    assertRefusedLate();
    fixture.assertStable("b", "newer");
  }

  @Test
  void lateRollBackDoesNotUndoTheNextAttempt() {
    client.traffic.onWrite("~b STABLE", this::lose);
    ScriptedTransaction tx = client.begin().append("a", "T").append("b", "T");
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          fixture.commit("a", "rival");
          call.deliver();
        });

    tx.commit();
    client.drain();

    assertRefusedLate();
    fixture.assertStable("a", "rivalT");
    fixture.assertStable("b", "oldT");
  }

  private void loseWrites(int first, int last) {
    for (int number = first; number <= last; number++) {
      client.traffic.script.write(number, this::lose);
    }
  }

  private void lose(PendingCall<ConditionalWrite, WriteOutcome> call) {
    late.add(call);
    LostMessage.request(call);
  }

  private void assertRefusedLate() {
    assertThat(late).isNotEmpty();
    late.forEach(call -> assertThat(call.execute()).isEqualTo(WriteOutcome.NOT_EQUAL));
  }
}
