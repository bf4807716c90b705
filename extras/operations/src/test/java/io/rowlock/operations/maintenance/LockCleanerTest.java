package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.GoldenLocks;
import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.operations.maintenance.Settlement.Kind;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Abandoned locks are settled as by a reader, and the results are reported. */
class LockCleanerTest {

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;

  @Test
  void nothingIsDoneToAStableLock() {
    fixture.commit("a", "old");

    assertThat(locks.settle("a").kind()).isEqualTo(Kind.STABLE);
    assertThat(locks.client.traffic.writes()).isEmpty();
  }

  @Test
  void undecidedLockIsRolledBackAfterALease() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    long start = fixture.time.monotonicNanos();

    assertThat(locks.settle("b").kind()).isEqualTo(Kind.ROLLED_BACK);

    assertThat(fixture.time.monotonicNanos() - start)
        .isBetween(LEASE.toNanos(), LEASE.plusSeconds(1).toNanos());
    fixture.assertStable("b", null);
  }

  @Test
  void looksBeforeCountForTheLease() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    LockView seen = locks.look("b");
    assertThat(locks.maintenance.seenFor(seen)).isZero();
    fixture.time.advance(LEASE);
    assertThat(locks.maintenance.seenFor(seen)).isEqualTo(LEASE);
    long start = fixture.time.monotonicNanos();

    assertThat(locks.settle("b").kind()).isEqualTo(Kind.ROLLED_BACK);

    assertThat(fixture.time.monotonicNanos() - start).isLessThan(LEASE.toNanos() / 10);
  }

  @Test
  void committedTransactionIsFinishedFromItsSecondary() {
    LeftOver.COMMITTED.leaveIn(fixture);

    assertThat(locks.settle("b").kind()).isEqualTo(Kind.ROLLED_FORWARD);

    fixture.assertStable("a", "D");
    fixture.assertStable("b", "D");
  }

  @Test
  void committedTransactionIsFinishedFromItsPrimary() {
    LeftOver.COMMITTED.leaveIn(fixture);

    assertThat(locks.settle("a").kind()).isEqualTo(Kind.ROLLED_FORWARD);

    fixture.assertStable("a", "D");
    fixture.assertStable("b", "D");
  }

  @Test
  void manyRowsOfOneTransactionAreFinishedOnce() {
    ScriptedClient dead = fixture.client();
    ScriptedTransaction many = dead.begin();
    for (int row = 100; row < 200; row++) {
      many.put("row" + row, "value");
    }
    dead.traffic.onWrite("~row101 STABLE+data", call -> dead.traffic.cutOff());
    many.commit();
    List<PendingCall<ConditionalWrite, WriteOutcome>> slow = new ArrayList<>();
    locks.client.traffic.onWrite("row101 STABLE+data", slow::add);
    List<LockView> seen = new ArrayList<>();
    for (int row = 101; row < 200; row++) {
      seen.add(locks.look("row" + row));
    }
    List<CompletableFuture<Settlement>> all = seen.stream().map(locks.maintenance::settle).toList();
    slow.get(0).deliver();

    all.forEach(one -> assertThat(fixture.await(one).kind()).isEqualTo(Kind.ROLLED_FORWARD));
    assertThat(locks.client.traffic.writes()).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void livingOwnerKeepsItsLock() {
    ScriptedClient owner = fixture.client();
    List<PendingCall<ConditionalWrite, WriteOutcome>> slow = new ArrayList<>();
    owner.traffic.onWrite("c PREWRITTEN", slow::add);
    CompletableFuture<Void> commit =
        owner.begin().put("a", "new").put("b", "new").put("c", "new").start();

    Settlement found = locks.settle("b");

    assertThat(found.kind()).isEqualTo(Kind.STILL_HELD);
    assertThat(found.detail()).contains("not decided");
    slow.get(0).deliver();
    fixture.await(commit);
    assertThat(fixture.value("b")).isEqualTo("new");
  }

  @Test
  void refusedWriteIsReportedAtOnce() {
    LeftOver.COMMITTED.leaveIn(fixture);
    IOException refused = new IOException("no permission, simulated");
    locks.client.traffic.script.write(1, call -> call.answer(WriteOutcome.rejected(refused)));
    LockView seen = locks.look("a");
    long start = fixture.time.monotonicNanos();

    Settlement first = fixture.await(locks.maintenance.settle(seen));

    assertThat(first.kind()).isEqualTo(Kind.CANNOT);
    assertThat(first.detail()).contains("row 'b' of table 'table'", "no permission, simulated");
    assertThat(Duration.ofNanos(fixture.time.monotonicNanos() - start)).isLessThan(LEASE);
    assertThat(locks.settle("a").kind()).as("the next time").isEqualTo(Kind.ROLLED_FORWARD);
  }

  @Test
  void refusedRollBackIsReportedOnceTheLeaseIsOver() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    IOException refused = new IOException("no permission, simulated");
    for (int write = 1; write < 100; write++) {
      locks.client.traffic.script.write(write, call -> call.answer(WriteOutcome.rejected(refused)));
    }
    long start = fixture.time.monotonicNanos();

    Settlement found = locks.settle("b");

    assertThat(found.kind()).isEqualTo(Kind.CANNOT);
    assertThat(found.detail()).contains("row 'a' of table 'table'", "no permission, simulated");
    assertThat(fixture.time.monotonicNanos() - start).isLessThan(LEASE.plusSeconds(1).toNanos());
  }

  @Test
  void lockSettledByOthersIsReportedAsSuch() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    LockView seen = locks.look("b");
    assertThat(locks.settle("b").kind()).isEqualTo(Kind.ROLLED_BACK);
    fixture.commit("b", "later");

    assertThat(fixture.await(locks.maintenance.settle(seen)).kind()).isEqualTo(Kind.ROLLED_BACK);
    fixture.assertStable("b", "later");
  }

  @Test
  void staleServerDoesNotMakeALockLookSettled() {
    fixture.commit("b", "old");
    StoredRow stale = fixture.cluster.rawGet(key("b"));
    LeftOver.UNDECIDED.leaveIn(fixture);
    LockView seen = locks.look("b");
    locks.client.traffic.answerStale("b", stale);
    fixture.time.schedule(LEASE, () -> locks.client.traffic.answerStale("b", null));

    assertThat(fixture.await(locks.maintenance.settle(seen)).kind()).isEqualTo(Kind.ROLLED_BACK);

    assertThat(fixture.lock("b")).isInstanceOf(RowLock.Stable.class);
  }

  @Test
  void unreadablePrimaryIsNamed() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    locks.plant("a", new byte[] {7});

    Settlement found = locks.settle("b");

    assertThat(found.kind()).isEqualTo(Kind.CANNOT);
    assertThat(found.detail()).contains("discard the lock of row 'a' of table 'table' first");
  }

  @Test
  void droppedTableOfThePrimaryIsNamed() {
    RowKey gone = new RowKey(MaintenanceFixture.OTHER, key("p").row());
    locks.plantSecondary("b", gone, 0);
    fixture.cluster.dropTable(MaintenanceFixture.OTHER);

    Settlement found = locks.settle("b");

    assertThat(found.kind()).isEqualTo(Kind.CANNOT);
    assertThat(found.detail()).contains("table 'other' does not exist", "f:q");
  }

  /** Rowlock 0.1.0 has written such locks. */
  @Test
  void markedPrimaryIsLeftAsItIs() {
    byte[] marked = GoldenLocks.bytesOf("marked-primary");
    locks.plant("primary", marked);

    Settlement found = locks.settle("primary");

    assertThat(found.kind()).isEqualTo(Kind.CANNOT);
    assertThat(found.detail()).contains("mark 1 is unknown");
    assertThat(fixture.storedLock("primary").bytes()).isEqualTo(marked);
  }
}
