package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A row that is rolled back has its earlier contents, in bytes that it has never had before. */
class RollBackTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private PendingCall<ConditionalWrite, WriteOutcome> prewriteOfA;
  private PendingCall<ConditionalWrite, WriteOutcome> prewriteOfB;

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "r")) {
      fixture.commit(row, "old");
    }
  }

  /**
   * Mistake 1: if the old bytes were restored, a duplicate of a prewrite would lock the primary
   * once more, and the owner would commit without the secondary that was rolled back as well.
   */
  @Test
  void repeatedPrewriteDoesNotReviveAnAbortedTransaction() {
    ScriptedTransaction tx = abortedAtItsCommitPoint();

    fixture.await(tx.start().exceptionally(failure -> null));
    client.drain();

    assertThat(fixture.value("a")).isEqualTo(fixture.value("b"));
    assertThat(fixture.lock("a")).isInstanceOf(Stable.class);
    assertThat(fixture.lock("b")).isInstanceOf(Stable.class);
  }

  /** Mistake 1, as the owner's own roll-back would make it. */
  @Test
  void repeatedPrewriteIsRefusedAfterTheOwnersRollBack() {
    StoredLock before = fixture.storedLock("b");
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    client.traffic.onWrite("a PREWRITTEN", this::keepA);
    client.traffic.onWrite(
        "b PREWRITTEN",
        call -> {
          prewriteOfB = call;
          call.deliver();
          fixture.commit("r", "other");
        });
    assertThat(failureOf(tx.put("a", "new").put("b", "new")).isConflict()).isTrue();
    client.drain();

    assertThat(prewriteOfB.execute()).isEqualTo(WriteOutcome.NOT_EQUAL);
    assertThat(prewriteOfA.execute()).isEqualTo(WriteOutcome.NOT_EQUAL);
    assertThat(fixture.storedLock("b").bytes()).isNotEqualTo(before.bytes());
    assertThat(((Stable) fixture.lock("b")).fence()).isEqualTo(fixture.lockTime("b"));
    fixture.assertStable("a", "old");
    fixture.assertStable("b", "old");
  }

  /** A conflict is reported at once, but nothing stays locked. */
  @Test
  void conflictTakesEverythingBackAtOnce() {
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    fixture.commit("r", "other");

    assertThat(failureOf(tx.put("a", "new").put("n", "new")).isConflict()).isTrue();
    client.drain();

    assertThat(client.traffic.writes())
        .containsExactlyInAnyOrder("a PREWRITTEN", "n PREWRITTEN", "~a STABLE", "~n STABLE");
    fixture.assertStable("a", "old");
    fixture.assertStable("n", null);
    assertThat(fixture.version("n")).isZero();
    assertThat(((Stable) fixture.lock("n")).fence()).isEqualTo(fixture.lockTime("n"));
  }

  @Test
  void rolledBackRowKeepsItsVersionAndWriter() {
    long version = fixture.version("a");
    TransactionId writer = fixture.writer("a");
    conflictTakesEverythingBackAtOnce();

    assertThat(fixture.version("a")).isEqualTo(version);
    assertThat(fixture.writer("a")).isEqualTo(writer);
  }

  @Test
  void fencesOfRepeatedRollBacksDiffer() {
    Set<Long> fences = new HashSet<>();
    for (int i = 1; i <= 3; i++) {
      ScriptedTransaction tx = client.begin();
      tx.get("r");
      fixture.commit("r", "other" + i);
      assertThat(failureOf(tx.put("a", "new")).isConflict()).isTrue();
      client.drain();

      assertThat(fences.add(((Stable) fixture.lock("a")).fence())).as("a fence anew").isTrue();
    }
  }

  private void keepA(PendingCall<ConditionalWrite, WriteOutcome> call) {
    prewriteOfA = call;
    call.deliver();
  }

  /** Other clients abort it, and its prewrite of the primary is delivered once more. */
  private ScriptedTransaction abortedAtItsCommitPoint() {
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    tx.update("a", "T").update("b", "T");
    client.traffic.onWrite("a PREWRITTEN", this::keepA);
    client.traffic.onWrite(
        "a COMMITTED+data",
        call -> {
          client.pause();
          assertThat(fixture.client(ProtocolFixture.PATIENT).read("b")).isEqualTo("old");
          WriteOutcome unused = prewriteOfA.execute();
          client.resume();
          call.deliver();
        });
    return tx;
  }
}
