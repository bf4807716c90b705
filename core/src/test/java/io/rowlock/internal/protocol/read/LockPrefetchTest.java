package io.rowlock.internal.protocol.read;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a transaction may find in a row that it only prefetches. */
class LockPrefetchTest {

  private final ProtocolFixture fixture = new ProtocolFixture();

  @BeforeEach
  void fillTable() {
    for (String row : List.of("a", "b", "c")) {
      fixture.commit(row, "old");
    }
  }

  @Test
  void oneLostRaceAndThenItIsCommitted() {
    ScriptedClient client = fixture.client();
    ScriptedTransaction tx = client.begin().put("a", "new");
    tx.getBeside("c", "a");
    fixture.commit("a", "rival");

    tx.commit();

    fixture.assertStable("a", "new");
    assertThat(client.traffic.writes()).startsWith("a PREWRITTEN").hasSizeLessThan(6);
  }

  @Test
  void anUndecidedLockDelaysTheCommitOnly() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    ScriptedClient client = fixture.client(ProtocolFixture.PATIENT);
    ScriptedTransaction tx = client.begin().put("b", "new");
    long before = fixture.time.currentMillis();

    assertThat(tx.getBeside("c", "b")).isEqualTo("old");
    assertThat(fixture.time.currentMillis()).isEqualTo(before);
    tx.commit();

    assertThat(fixture.time.currentMillis() - before)
        .isGreaterThan(ProtocolFixture.LEASE.toMillis());
    fixture.assertStable("b", "new");
  }

  @Test
  void anIntentNotYetAppliedIsNotLost() {
    LeftOver.COMMITTED.leaveIn(fixture);
    ScriptedTransaction tx = fixture.client().begin().append("b", "+");

    tx.getBeside("c", "b");
    tx.commit();

    fixture.assertStable("b", "oldD+");
  }

  @Test
  void aDamagedLockFailsTheCommitOnly() {
    rawLock(fixture.lockTime("b") + 1, bytes("damage"));
    ScriptedTransaction tx = fixture.client().begin().put("b", "new");

    assertThat(tx.getBeside("c", "b")).isEqualTo("old");

    assertThat(failureOf(tx).kind()).isEqualTo(ProtocolFailure.Kind.CORRUPT_LOCK);
  }

  @Test
  void aDamagedLockThatIsRepairedMeanwhileFailsNothing() {
    long time = fixture.lockTime("b");
    byte[] healthy = Objects.requireNonNull(fixture.storedLock("b")).bytes();
    rawLock(time + 1, bytes("damage"));
    ScriptedTransaction tx = fixture.client().begin().put("b", "new");
    tx.getBeside("c", "b");
    rawLock(time + 2, healthy);

    tx.commit();

    fixture.assertStable("b", "new");
  }

  private void rawLock(long time, byte[] bytes) {
    Put lock = new Put(bytes("b"));
    lock.addColumn(LockColumn.family(), LockColumn.qualifier(), time, bytes);
    fixture.cluster.rawWrite(TABLE, lock);
  }

  @Test
  void aRowThatCannotBeReadByTheWayIsReadByTheCommit() {
    ScriptedClient client = fixture.client();
    ScriptedTransaction tx = client.begin().put("b", "new");
    client.traffic.onRead("b", call -> call.fail(new IOException("Simulated")));

    assertThat(tx.getBeside("c", "b")).isEqualTo("old");
    tx.commit();

    fixture.assertStable("b", "new");
  }

  /** A request for the same lock is under way, which is better than another one. */
  @Test
  void theCommitWaitsForWhatIsUnderWay() {
    ScriptedClient client = fixture.client();
    ScriptedTransaction tx = client.begin().put("b", "new");
    List<PendingCall<RowRead, StoredRow>> held = new ArrayList<>();
    client.traffic.onRead("b", held::add);
    assertThat(tx.getBeside("c", "b")).isEqualTo("old");
    client.traffic.clear();

    CompletableFuture<Void> commit = tx.start();
    assertThat(commit).isNotDone();
    held.forEach(PendingCall::deliver);

    fixture.await(commit);
    assertThat(client.traffic.reads()).as("validation").containsExactly("c");
  }

  /** It would be too old to be of use. */
  @Test
  void theCommitDoesNotWaitForALateRow() {
    ScriptedClient client = fixture.client();
    ScriptedTransaction tx = client.begin().put("b", "new");
    client.traffic.onRead("b", call -> {});
    assertThat(tx.getBeside("c", "b")).isEqualTo("old");
    client.traffic.clear();
    long before = fixture.time.currentMillis();

    tx.commit();

    fixture.assertStable("b", "new");
    assertThat(fixture.time.currentMillis() - before)
        .isLessThanOrEqualTo(LockPrefetch.MAX_AGE.toMillis());
    assertThat(client.traffic.reads()).startsWith("b");
  }

  @Test
  void theCommitDoesNotWaitForARowThatItDoesNotWrite() {
    LockPrefetch prefetch = fixture.client().protocol.prefetch();
    var unused = prefetch.at(RowRead.lockOf(key("b")));

    Environment environment = fixture.time.environment(1);
    assertThat(prefetch.settled(List.of(key("c")), environment)).isDone();
    assertThat(prefetch.settled(List.of(key("b")), environment)).isNotDone();
  }
}
