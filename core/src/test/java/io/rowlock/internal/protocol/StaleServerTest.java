package io.rowlock.internal.protocol;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Delete;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A region server that has lost its regions may answer reads from an earlier state for a while. An
 * earlier lock time than a known one proves nothing.
 */
class StaleServerTest {

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final ScriptedClient owner = fixture.client();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> commitPoint = new ArrayList<>();
  private StoredRow formerA;
  private StoredRow formerB;

  @BeforeEach
  void fillTable() {
    fixture.commit("a", "older");
    fixture.commit("b", "older");
    formerA = fixture.cluster.rawGet(key("a"));
    formerB = fixture.cluster.rawGet(key("b"));
    fixture.commit("a", "old");
    fixture.commit("b", "old");
  }

  /** Mistake 5: "other than expected" is no proof that the primary is lost to its owner. */
  @Test
  void earlierPrimaryIsNoReasonToRollBack() {
    CompletableFuture<Void> commit = commitUpToItsCommitPoint();
    client.traffic.answerStale("a", formerA);

    assertThatThrownBy(() -> client.read("b")).isInstanceOf(ProtocolFailure.class);
    assertThat(fixture.lock("b")).isInstanceOf(Prewritten.class);

    commitPoint.get(0).deliver();
    assertThat(commit).isCompleted();
    owner.drain();
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  /** Mistake 5: the same, with a primary that seems not to exist. */
  @Test
  void missingPrimaryIsNoReasonToRollBack() {
    CompletableFuture<Void> commit = commitUpToItsCommitPoint();
    client.traffic.answerStale("a", new StoredRow(key("a"), List.of(), null));

    assertThatThrownBy(() -> client.read("b")).isInstanceOf(ProtocolFailure.class);

    commitPoint.get(0).deliver();
    assertThat(commit).isCompleted();
    owner.drain();
    fixture.assertStable("b", "new");
  }

  /** A row that a vacuum has removed: the fence that succeeds proves that state. */
  @Test
  void primaryThatReallyIsEarlierIsFenced() {
    CompletableFuture<Void> commit = commitUpToItsCommitPoint();
    long expected = fixture.lockTime("a");
    fixture.cluster.rawWrite(
        ProtocolFixture.TABLE,
        new Delete(ProtocolFixture.bytes("a")).addFamily(ProtocolFixture.bytes("_lock"), expected));
    fixture.time.advance(Duration.ofSeconds(1));

    assertThat(client.read("b")).isEqualTo("old");

    assertThat(fixture.lockTime("a")).isGreaterThan(expected);
    assertThat(client.traffic.writes()).containsExactly("a STABLE", "b STABLE");
    commitPoint.get(0).deliver();
    fixture.await(commit);
    owner.drain();
    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  /**
   * A secondary that was rolled forward long ago is shown in its old state: the primary decides.
   */
  @Test
  void staleSecondaryIsReadAgain() {
    CompletableFuture<Void> unused = commitUpToItsCommitPoint();
    StoredRow locked = fixture.cluster.rawGet(key("b"));
    commitPoint.get(0).deliver();
    owner.drain();
    client.traffic.onRead("b", call -> call.answer(locked));

    assertThat(client.read("b")).isEqualTo("new");

    assertThat(client.traffic.reads()).containsExactly("b", "a", "b");
    assertThat(client.traffic.writes()).isEmpty();
  }

  @Test
  void secondaryThatStaysStaleIsAConflictInTheEnd() {
    CompletableFuture<Void> unused = commitUpToItsCommitPoint();
    client.traffic.answerStale("b", fixture.cluster.rawGet(key("b")));
    commitPoint.get(0).deliver();
    owner.drain();

    assertThatThrownBy(() -> client.read("b"))
        .isInstanceOf(ProtocolFailure.class)
        .matches(failure -> ((ProtocolFailure) failure).isConflict())
        .hasMessageContaining("has not finished with");
    assertThat(client.traffic.reads()).hasSizeLessThan(500);
    assertThat(client.traffic.writes()).isEmpty();
  }

  /** The bytes no longer match, so nothing is lost but time. */
  @Test
  void prewriteOnStaleBytesIsTriedOnTheNewestOnes() {
    client.traffic.onRead("b", call -> call.answer(formerB));

    client.begin().put("a", "new").put("b", "new").commit();
    client.drain();

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @Test
  void valueReadFromAStaleServerDoesNotSurviveTheCommit() {
    client.traffic.onRead("b", call -> call.answer(formerB));
    ScriptedTransaction tx = client.begin();
    assertThat(tx.get("b")).isEqualTo("older");

    assertThat(ProtocolFixture.failureOf(tx.put("a", "new")).isConflict()).isTrue();
    fixture.time.advance(Duration.ofSeconds(1));
    assertThat(fixture.value("a")).isEqualTo("old");
  }

  private CompletableFuture<Void> commitUpToItsCommitPoint() {
    owner.traffic.onWrite("a COMMITTED+data", commitPoint::add);
    return owner.begin().put("a", "new").put("b", "new").start();
  }
}
