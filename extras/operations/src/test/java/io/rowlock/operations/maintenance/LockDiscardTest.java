package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.G;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.lock.GoldenLocks;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.LostMessage;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks that no client can settle are discarded on request; all others are not. */
class LockDiscardTest {

  private static final byte[] GARBAGE = bytes("nonsense");

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;

  @Test
  void rowWithAnUnreadableLockCanBeUsedAgain() {
    fixture.commit("a", "old");
    locks.plant("a", GARBAGE, fixture.lockTime("a") + 1);
    LockView seen = locks.look("a");
    assertThat(seen.state()).isEqualTo(LockView.State.CORRUPT);

    assertThat(locks.discard("a").kind()).isEqualTo(Diagnosis.Kind.NOT_OURS);

    assertThat(fixture.lockTime("a")).isGreaterThan(seen.stored().time());
    fixture.assertStable("a", "old");
    fixture.client().begin().update("a", "+new").commit();
    fixture.assertStable("a", "old+new");
  }

  @Test
  void readerFromBeforeTheDamageConflicts() {
    fixture.commit("a", "old");
    ScriptedTransaction misled = fixture.client().begin().put("b", "by a");
    assertThat(misled.get("a")).isEqualTo("old");
    locks.plant("a", GARBAGE, fixture.lockTime("a") + 1);

    locks.discard("a");

    assertThat(ProtocolFixture.failureOf(misled).isConflict()).isTrue();
  }

  /** The version of a row that was deleted shows neither in its lock time nor in its cells. */
  @Test
  void newVersionIsAboveWhatAClientAheadMayHaveCommitted() {
    fixture.client(Duration.ofMinutes(9)).begin().put("b", "ahead").commit();
    ScriptedTransaction deletion = fixture.client().begin().delete("a");
    deletion.get("b");
    deletion.commit();
    long ahead = fixture.version("a");
    assertThat(ahead).isGreaterThan(fixture.lockTime("a"));
    locks.plant("a", GARBAGE, fixture.lockTime("a") + 1);
    LockMaintenance behind = MaintenanceFixture.maintenance(fixture.client(Duration.ofMinutes(-9)));

    fixture.await(behind.discard(locks.look("a"), any -> true));

    assertThat(fixture.version("a")).isGreaterThan(ahead);
    assertThat(((Stable) fixture.lock("a")).fence()).isPositive();
  }

  @Test
  void committedPrimaryCountsTheDiscardedRowAsDone() {
    LeftOver.COMMITTED.leaveIn(fixture);
    locks.plant("b", GARBAGE, fixture.lockTime("b") + 1);

    locks.discard("b");

    assertThat(locks.settle("a").kind()).isEqualTo(Settlement.Kind.ROLLED_FORWARD);
    fixture.assertStable("a", "D");
    fixture.assertStable("b", null);
  }

  @Test
  void lockThatNamesItselfIsDiscarded() {
    locks.plantSecondary("a", key("a"), 0);
    assertThatThrownBy(() -> fixture.client().read("a")).isInstanceOf(ProtocolFailure.class);

    assertThat(locks.discard("a").kind()).isEqualTo(Diagnosis.Kind.NOT_OURS);

    fixture.assertStable("a", null);
    fixture.commit("a", "new");
  }

  /** Another lock above it would get the time of the server, and be hidden behind it. */
  @Test
  void lockWithoutRoomAboveItIsLeftToHBase() {
    locks.plant("a", RowLockCodec.encode(Stable.UNBORN), Long.MAX_VALUE - 1);

    assertThat(locks.refusalToDiscard("a")).hasMessageContaining("delete exactly that version");
  }

  @Test
  void lockThatExpectsTheFutureNeedsNoDiscard() {
    locks.plantSecondary("a", key("b"), fixture.time.currentMillis() + 90_000_000);

    assertThat(locks.settle("a").kind()).isEqualTo(Settlement.Kind.ROLLED_BACK);

    assertThat(fixture.lockTime("b")).isLessThan(fixture.time.currentMillis() + 1_000);
    fixture.commit("a", "new");
  }

  @Test
  void copyOfALockOfAFinishedTransactionIsDiscarded() {
    ScriptedTransaction finished = fixture.client().begin().put("a", "new").put("b", "new");
    finished.commit();
    fixture.runUntilIdle();
    locks.plantSecondary("c", key("a"), fixture.lockTime("a"), finished.id);
    assertThat(locks.settle("c").kind()).isEqualTo(Settlement.Kind.CANNOT);

    assertThat(locks.discard("c").kind()).isEqualTo(Diagnosis.Kind.NOT_OURS);

    fixture.commit("c", "new");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void locksInACircleAreDiscardedOneByOne(int length) {
    long later = fixture.time.currentMillis() + 3_600_000;
    for (int row = 0; row < length; row++) {
      locks.plantSecondary("c" + row, key("c" + (row + 1) % length), later);
    }
    locks.plantSecondary("outside", key("c0"), later);
    assertThat(locks.refusalToDiscard("outside"))
        .hasMessageContaining("discard the lock of row 'c0'");

    assertThat(locks.discard("c0").kind()).isEqualTo(Diagnosis.Kind.NOT_OURS);

    // The other locks have a primary again that can be fenced.
    assertThat(locks.settle("outside").kind()).isEqualTo(Settlement.Kind.ROLLED_BACK);
    for (int row = 1; row < length; row++) {
      locks.settle("c" + row);
      fixture.assertStable("c" + row, null);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lockWithoutAPrimaryIsRolledBack(boolean isTableThere) {
    fixture.commit("a", "old");
    long version = fixture.version("a");
    RowKey primary = new RowKey(MaintenanceFixture.OTHER, bytes("p"));
    ScriptedClient dead = fixture.client();
    dead.traffic.onWrite("p COMMITTED+data", call -> dead.traffic.cutOff());
    dead.begin().put(primary, "lost").put("a", "lost").launch();
    dead.pause();
    fixture.cluster.dropTable(MaintenanceFixture.OTHER);
    if (isTableThere) {
      fixture.cluster.createTable(factsWithoutLocks());
    }

    Diagnosis found = locks.discard("a");

    assertThat(found.kind()).isEqualTo(Diagnosis.Kind.PRIMARY_GONE);
    assertThat(found.loss()).contains("f:q");
    fixture.assertStable("a", "old");
    assertThat(fixture.version("a")).isEqualTo(version);
  }

  private static TableFacts factsWithoutLocks() {
    return new TableFacts(
        MaintenanceFixture.OTHER, new TreeSet<>(Bytes.BYTES_COMPARATOR), 0, Durability.SYNC_WAL);
  }

  @Test
  void committedIntentIsAppliedAsFarAsItsTableTakesIt() {
    ScriptedClient dead = fixture.client();
    dead.traffic.onWrite("~b STABLE+data", call -> dead.traffic.cutOff());
    dead.begin()
        .put("a", "new")
        .write("b", intent -> intent.put(F, Q, bytes("kept")).put(G, Q, bytes("lost")))
        .commit();
    locks.leaveFamilies("_lock", "f");
    assertThat(locks.settle("a").detail()).contains("row 'b'", "column family 'g'");

    Diagnosis found = locks.discard("b");

    assertThat(found.kind()).isEqualTo(Diagnosis.Kind.FAMILY_GONE);
    assertThat(found.loss()).contains("'g'");
    fixture.assertStable("b", "kept");
    assertThat(fixture.writer("b")).isEqualTo(fixture.writer("a"));
    assertThat(locks.settle("a").kind()).isEqualTo(Settlement.Kind.ROLLED_FORWARD);
    fixture.assertStable("a", "new");
  }

  @Test
  void committedPrimaryIsReleasedFromTablesWithoutLocks() {
    RowKey gone = new RowKey(MaintenanceFixture.OTHER, bytes("s"));
    fixture.client().begin().put(gone, "old").commit(); // so that a becomes the primary
    ScriptedClient dead = fixture.client();
    dead.traffic.onWrite("~b STABLE+data", call -> dead.traffic.cutOff());
    dead.begin().put("a", "new").put("b", "new").put(gone, "lost").commit();
    locks.leaveFamilies(MaintenanceFixture.OTHER, "f");
    assertThat(locks.settle("a").detail()).contains("table 'other' has no lock family");

    assertThat(locks.discard("a").kind()).isEqualTo(Diagnosis.Kind.SECONDARIES_GONE);

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }

  @ParameterizedTest
  @EnumSource(value = LeftOver.class, mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void lockThatReadersSettleIsRefused(LeftOver left) {
    left.leaveIn(fixture);
    StoredLock before = fixture.storedLock("b");

    assertThat(locks.refusalToDiscard("b"))
        .hasMessageContaining("row 'b' of table 'table'")
        .hasMessageContaining("use resolve")
        .extracting(ProtocolFailure::kind)
        .isEqualTo(ProtocolFailure.Kind.ILLEGAL);
    assertThat(fixture.storedLock("b")).isEqualTo(before);
  }

  @Test
  void stableLockIsRefused() {
    fixture.commit("a", "old");

    assertThat(locks.refusalToDiscard("a")).hasMessageContaining("no transaction holds the row");
  }

  @Test
  void lockOfANewerVersionIsRefused() {
    byte[] newer = GoldenLocks.bytesOf("stable");
    byte[] body = Arrays.copyOf(newer, newer.length - Integer.BYTES);
    body[0] = 2;
    locks.plant("a", withChecksum(body));

    assertThat(locks.refusalToDiscard("a")).hasMessageContaining("use that version");
  }

  /** Rowlock 0.1.0 may have committed its transaction already, and settles it. */
  @Test
  void markedPrimaryIsRefused() {
    locks.plant("primary", GoldenLocks.bytesOf("marked-primary"));

    assertThat(locks.refusalToDiscard("primary"))
        .hasMessageContaining("of Rowlock 0.1.0; use its command resolve");
  }

  private static byte[] withChecksum(byte[] body) {
    CRC32C checksum = new CRC32C();
    checksum.update(body);
    return Bytes.add(body, Bytes.toBytes((int) checksum.getValue()));
  }

  @Test
  void lockThatHasChangedSinceIsRefused() {
    locks.plant("a", GARBAGE);
    LockView seen = locks.look("a");
    locks.plant("a", bytes("other nonsense"), seen.stored().time() + 1);

    assertThatThrownBy(() -> fixture.await(locks.maintenance.discard(seen, any -> true)))
        .hasMessageContaining("has changed since it was seen");
    locks.discard("a");
    assertThatThrownBy(() -> fixture.await(locks.maintenance.discard(seen, any -> true)))
        .as("twice")
        .hasMessageContaining("has changed since it was seen");
  }

  @Test
  void lockTimeWithoutRoomAboveIsExplained() {
    locks.plant("a", GARBAGE, Long.MAX_VALUE - 1);

    assertThat(locks.refusalToDiscard("a")).hasMessageContaining("no room");
  }

  @Test
  void lostAnswerIsNotTakenForSuccess() {
    locks.plant("a", GARBAGE);
    LockView seen = locks.look("a");
    locks.client.traffic.script.write(1, LostMessage::reply);

    ProtocolFailure failure =
        catchThrowableOfType(
            ProtocolFailure.class,
            () -> fixture.await(locks.maintenance.discard(seen, any -> true)));

    assertThat(failure.kind()).isEqualTo(ProtocolFailure.Kind.STORE);
    fixture.assertStable("a", null);
  }

  @Test
  void examiningChangesNothing() {
    LeftOver.COMMITTED.leaveIn(fixture);
    locks.plant("x", GARBAGE);
    fixture.time.advance(ProtocolFixture.LEASE.multipliedBy(3));

    List.of("a", "b", "x").forEach(locks::examine);

    assertThat(locks.client.traffic.writes()).isEmpty();
  }
}
