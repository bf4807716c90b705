package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The requests of each kind of commit without obstacles (protocol, section 9), and the resulting
 * locks.
 */
class CommitTrafficTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final ScriptedTransaction tx = client.begin();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c", "r")) {
      fixture.commit(row, "old");
    }
  }

  @Test
  void singleRowThatWasReadTakesOneWrite() {
    tx.get("a");
    commit(tx.put("a", "new"));

    assertTraffic(List.of(), "a STABLE+data");
    fixture.assertStable("a", "new");
    assertThat(fixture.writer("a")).isEqualTo(tx.id);
  }

  @Test
  void singleBlindRowTakesAReadOfItsLockBefore() {
    commit(tx.put("a", "new"));

    assertTraffic(List.of("a"), "a STABLE+data");
    fixture.assertStable("a", "new");
  }

  @Test
  void rowThatIsNotThereYetIsNoDifferent() {
    tx.get("new");
    commit(tx.put("new", "first"));

    assertTraffic(List.of(), "new STABLE+data");
    fixture.assertStable("new", "first");
  }

  /** Mistake 6, the correct case: only written rows were read, so the primary is direct. */
  @Test
  void directPrimaryIsNotPrewritten() {
    tx.get("a");
    tx.get("b");
    commit(tx.put("a", "new").put("b", "new"));

    assertTraffic(List.of(), "b PREWRITTEN", "a COMMITTED+data", "~b STABLE+data", "~a STABLE");
    assertAllWrittenAtOneVersion("a", "b");
  }

  @Test
  void manyRowsTakeOneWriteEachUpToTheCommitPoint() {
    commit(tx.put("a", "new").put("b", "new").put("c", "new"));

    assertTraffic(
        List.of("a", "b", "c"),
        "b PREWRITTEN",
        "c PREWRITTEN",
        "a COMMITTED+data",
        "~b STABLE+data",
        "~c STABLE+data",
        "~a STABLE");
    assertAllWrittenAtOneVersion("a", "b", "c");
  }

  @Test
  void rowOnlyReadIsValidatedBetweenPrewriteAndCommitPoint() {
    tx.get("r");
    tx.get("a");
    tx.get("b");
    commit(tx.put("a", "new").put("b", "new"));

    assertTraffic(
        List.of("r"),
        "b PREWRITTEN",
        "a PREWRITTEN",
        "a COMMITTED+data",
        "~b STABLE+data",
        "~a STABLE");
    assertAllWrittenAtOneVersion("a", "b");
    assertThat(fixture.version("r")).isLessThan(fixture.version("a"));
  }

  @Test
  void singleRowWithARowOnlyReadIsPrewrittenToo() {
    tx.get("r");
    tx.get("a");
    commit(tx.put("a", "new"));

    assertTraffic(List.of("r"), "a PREWRITTEN", "a STABLE+data");
    fixture.assertStable("a", "new");
  }

  @Test
  void rangeIsScannedOnceMore() {
    assertThat(tx.scan("a", "c")).containsExactly("a", "b");
    commit(tx.put("x", "new"));

    assertTraffic(List.of("x"), "x PREWRITTEN", "x STABLE+data");
    assertThat(client.traffic.scans()).isEqualTo(1);
    fixture.assertStable("x", "new");
  }

  @Test
  void readOnlyTakesOneReadOfEveryRow() {
    tx.get("a");
    tx.get("b");
    commit(tx);

    assertTraffic(List.of("a", "b"));
  }

  @Test
  void rowWhoseIntentTurnsOutEmptyIsOnlyRead() {
    tx.get("a");
    commit(tx.write("a", intent -> {}));

    assertTraffic(List.of("a"));
    fixture.assertStable("a", "old");
  }

  @Test
  void rowThatIsCreatedLeads() {
    tx.get("a");
    tx.get("new");
    commit(tx.put("a", "new").put("new", "new"));

    assertThat(client.traffic.writes().get(1)).isEqualTo("new COMMITTED+data");
    assertAllWrittenAtOneVersion("a", "new");
  }

  /** Blind writers of one process wait until earlier commits are rolled forward. */
  @Test
  void nextCommitToTheSameRowsFindsThemAtRest() {
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    client.traffic.onWrite("~b STABLE+data", held::add);
    tx.put("a", "new").put("b", "new").commit();
    client.traffic.clear();

    CompletableFuture<Void> next = client.begin().put("b", "next").put("c", "next").start();
    assertThat(client.traffic.reads()).as("it is not its turn yet").isEmpty();
    held.get(0).deliver();
    fixture.await(next);
    client.drain();

    assertTraffic(
        List.of("b", "c"),
        "~a STABLE",
        "c PREWRITTEN",
        "b COMMITTED+data",
        "~c STABLE+data",
        "~b STABLE");
  }

  /** Rolled forward or not, it is committed, and a read after it is up to date. */
  @Test
  void whatWasReadAfterTheCommitIsNoConflict() {
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    client.traffic.onWrite("~b STABLE+data", held::add);
    tx.put("a", "new").put("b", "new").commit();

    ScriptedTransaction next = new ScriptedTransaction(client, Reservation.YIELDING);
    assertThat(next.get("b")).isEqualTo("new");
    CompletableFuture<Void> commit = next.put("b", "next").start();
    assertThat(commit).isNotDone();
    held.get(0).deliver();
    fixture.await(commit);

    fixture.assertStable("b", "next");
  }

  /** What it has read will be stale at its turn: it conflicts before it locks anything. */
  @Test
  void readerOfAQueuedRowConflicts() {
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    client.traffic.onWrite("a COMMITTED+data", held::add);
    ScriptedTransaction next = new ScriptedTransaction(client, Reservation.YIELDING);
    next.get("a");
    CompletableFuture<Void> first = tx.put("a", "new").put("b", "new").start();
    client.traffic.clear();

    assertThat(ProtocolFixture.failureOf(next.put("a", "next")).isConflict()).isTrue();
    assertThat(client.traffic.writes()).isEmpty();
    held.get(0).deliver();
    fixture.await(first);
  }

  private void commit(ScriptedTransaction transaction) {
    client.traffic.clear();
    transaction.commit();
    client.drain();
  }

  private void assertTraffic(List<String> reads, String... writes) {
    assertThat(client.traffic.reads()).isEqualTo(reads);
    assertThat(client.traffic.writes()).containsExactly(writes);
  }

  private void assertAllWrittenAtOneVersion(String... rows) {
    for (String row : rows) {
      fixture.assertStable(row, "new");
      assertThat(fixture.writer(row)).isEqualTo(tx.id);
      assertThat(fixture.version(row)).isEqualTo(fixture.version(rows[0]));
      assertThat(fixture.cluster.rawGet(key(row)).cells().get(0).getTimestamp())
          .isEqualTo(fixture.version(row));
    }
  }
}
