package io.rowlock.internal.protocol.recovery;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Writing rows of a committed transaction that are not rolled forward: a is its COMMITTED primary,
 * b still has the intent.
 */
class LeftOversOverwrittenTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private StoredRow staleB;

  @BeforeEach
  void leaveACommittedTransaction() {
    fixture.commit("a", "old");
    fixture.commit("b", "old");
    staleB = fixture.cluster.rawGet(key("b"));
    LeftOver.COMMITTED.leaveIn(fixture);
    assertThat(fixture.lock("a")).isInstanceOf(Committed.class);
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);
  }

  @Test
  void writeOverASecondaryAppliesItsIntentInTheSameWrite() {
    client.begin().append("b", "T").commit();

    assertThat(client.traffic.reads()).containsExactly("b", "a");
    assertThat(client.traffic.writes()).containsExactly("b STABLE+data");
    assertThat(client.traffic.sent(0).data())
        .extracting(mutation -> mutation.getFamilyCellMap().firstEntry().getValue().get(0))
        .extracting(cell -> cell.getTimestamp())
        .containsExactly(fixture.version("a"), fixture.version("b"));
    fixture.assertStable("b", "oldDT");
  }

  @Test
  void prewriteOverASecondaryAppliesItsIntentToo() {
    ScriptedTransaction tx = client.begin();
    tx.get("r");
    client.traffic.onWrite("b STABLE+data", call -> {});
    assertThat(tx.append("b", "T").start()).isNotDone();

    assertThat(client.traffic.writes()).containsExactly("b PREWRITTEN+data", "b STABLE+data");
    assertThat(fixture.value("b")).as("what a plain client sees").isEqualTo("oldD");
    assertThat(fixture.version("b")).isEqualTo(fixture.version("a"));
  }

  /** Mistake 2: the primary is the only proof that its secondaries are committed. */
  @Test
  void primaryIsOverwrittenAfterItsSecondariesAreRolledForward() {
    client.begin().append("a", "T").commit();

    assertThat(client.traffic.writes()).containsExactly("b STABLE+data", "a STABLE+data");
    fixture.assertStable("a", "oldDT");
    fixture.assertStable("b", "oldD");
  }

  /**
   * Mistake 2: a secondary that was not seen to be done must not count as done. A fence would prove
   * it, but finds that the row has changed meanwhile.
   */
  @Test
  void primaryIsNotOverwrittenWhileASecondaryIsNotSeenDone() {
    client.traffic.answerStale("b", staleB);

    assertThat(ProtocolFixture.failureOf(client.begin().put("a", "T")).isConflict()).isTrue();

    assertThat(client.traffic.writes()).isNotEmpty().containsOnly("b STABLE");
    assertThat(fixture.lock("a")).isInstanceOf(Committed.class);
    assertThat(fixture.client().read("b")).isEqualTo("oldD");
  }

  /** Mistake 2: believing a stale server's "not equal" and its old row. */
  @Test
  void ownerLeavesItsPrimaryCommittedWhenAStaleServerDeniesASecondary() {
    fixture.commit("c", "old");
    fixture.commit("d", "old");
    client.traffic.onWrite("~d STABLE+data", call -> call.answer(WriteOutcome.NOT_EQUAL));
    client.traffic.answerStale("d", fixture.cluster.rawGet(key("d")));

    client.begin().append("c", "T").append("d", "T").commit();
    client.drain();

    assertThat(client.traffic.writes()).doesNotContain("~c STABLE");
    assertThat(fixture.lock("c")).isInstanceOf(Committed.class);
    assertThat(fixture.client().read("d")).isEqualTo("oldT");
  }

  @Test
  void readerSeesTheIntentAndWritesNothing() {
    assertThat(client.read("b")).isEqualTo("oldD");

    assertThat(client.traffic.reads()).containsExactly("b", "a");
    assertThat(client.traffic.writes()).isEmpty();
  }

  @Test
  void readerFinishesTheTransactionOnceItsOwnerIsSilentForALease() {
    assertThat(client.read("a")).isEqualTo("oldD");
    fixture.time.advance(LEASE);
    assertThat(client.read("a")).isEqualTo("oldD");
    client.drain();

    assertThat(client.traffic.writes()).containsExactly("~b STABLE+data", "~a STABLE");
    fixture.assertStable("a", "oldD");
    fixture.assertStable("b", "oldD");
  }

  /** Two helpers at once do no harm, and neither does the owner that continues. */
  @Test
  void helpersNeverHarmEachOther() {
    ScriptedClient other = fixture.client();
    client.read("a");
    other.read("a");
    fixture.time.advance(LEASE);
    client.traffic.onWrite(
        "~b STABLE+data",
        call -> {
          other.read("a");
          other.drain();
          fixture.commit("b", "newer");
          call.deliver();
        });

    client.read("a");
    client.drain();

    fixture.assertStable("a", "oldD");
    fixture.assertStable("b", "newer");
  }
}
