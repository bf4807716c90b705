package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.TableFacts;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Only locks of rows without data that have not changed since they were marked are removed. */
class LockVacuumTest {

  private static final Duration DAY = Duration.ofDays(1);

  private final MaintenanceFixture locks = new MaintenanceFixture();
  private final ProtocolFixture fixture = locks.fixture;

  /** The row was written and deleted; its lock is as old as the horizon. */
  private StoredLock deleted(String row) {
    fixture.commit(row, "value");
    fixture.client().begin().delete(row).commit();
    StoredLock lock = Objects.requireNonNull(fixture.storedLock(row));
    fixture.time.advance(DAY);
    return lock;
  }

  @Test
  void lockOfADeletedRowGoesAndTheRowIsUsable() {
    StoredLock marked = deleted("a");

    assertThat(locks.vacuum("a", marked)).isEqualTo(VacuumFate.DELETED);

    assertThat(fixture.storedLock("a")).isNull();
    fixture.client().begin().update("a", "again").commit();
    fixture.assertStable("a", "again");
    assertThat(locks.vacuum("a", marked)).as("run twice").isEqualTo(VacuumFate.CHANGED);
  }

  @Test
  void vacuumedRowIsGoneTheNextTime() {
    StoredLock marked = deleted("a");
    locks.vacuum("a", marked);

    assertThat(locks.vacuum("a", marked)).isEqualTo(VacuumFate.GONE_ALREADY);
  }

  @Test
  void rowWithDataIsKept() {
    StoredLock marked = deleted("a");
    fixture.rawPut("a", "past the library", fixture.time.currentMillis());

    assertThat(locks.vacuum("a", marked)).isEqualTo(VacuumFate.HAS_DATA);
    assertThat(fixture.storedLock("a")).isEqualTo(marked);
  }

  /** HBase would show the row without its hidden cells. */
  @Test
  void nothingIsDeletedWhereDataMayBeHidden() {
    StoredLock marked = deleted("a");
    TreeSet<byte[]> hidden = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    hidden.add(Bytes.toBytes("f"));
    TableFacts facts = fixture.cluster.describe(ProtocolFixture.TABLE);
    TreeSet<byte[]> none = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    fixture.cluster.alterTable(
        new TableFacts(
            facts.table(),
            facts.families(),
            facts.families(),
            0,
            facts.durability(),
            none,
            hidden,
            List.of(),
            false));

    assertThatThrownBy(() -> locks.vacuum("a", marked))
        .hasMessageContaining("may not read the column family 'f' of table")
        .hasMessageContaining("permission R");
    assertThat(fixture.storedLock("a")).isEqualTo(marked);
  }

  @Test
  void rowThatWasWrittenAndDeletedAgainIsKept() {
    StoredLock marked = deleted("a");
    fixture.commit("a", "again");
    fixture.client().begin().delete("a").commit();

    assertThat(locks.vacuum("a", marked)).isEqualTo(VacuumFate.CHANGED);
    assertThat(fixture.storedLock("a")).isNotNull();
  }

  @Test
  void freshFenceIsKeptThoughItsVersionIsZero() {
    StoredLock old = fenceOf("a");
    fixture.time.advance(DAY);
    assertThat(locks.vacuum("a", old)).as("an old one").isEqualTo(VacuumFate.DELETED);
    StoredLock fresh = fenceOf("a");

    assertThat(fresh.bytes()).as("another fence").isNotEqualTo(old.bytes());
    assertThat(fixture.version("a")).isZero();
    assertThat(locks.vacuum("a", old)).isEqualTo(VacuumFate.CHANGED);
    assertThat(fixture.storedLock("a")).isEqualTo(fresh);
  }

  /** Makes a reader of b fence the row; b is left by an owner that died before its commit. */
  private StoredLock fenceOf(String primary) {
    LeftOver.UNDECIDED.leaveIn(fixture);
    assertThat(locks.settle("b").kind()).isEqualTo(Settlement.Kind.ROLLED_BACK);
    assertThat(fixture.lock(primary)).isEqualTo(Stable.UNBORN.fencedAt(fixture.lockTime(primary)));
    return Objects.requireNonNull(fixture.storedLock(primary));
  }

  @Test
  void lockWithinTheHorizonIsKept() {
    StoredLock marked = deleted("a");

    VacuumFate fate =
        fixture
            .await(
                locks.maintenance.vacuum(
                    List.of(new MarkedLock(key("a"), marked)), marked.time(), false))
            .get(0);

    assertThat(fate).isEqualTo(VacuumFate.TOO_NEW);
  }

  @Test
  void heldRowIsKept() {
    LeftOver.UNDECIDED.leaveIn(fixture);
    fixture.time.advance(DAY);

    assertThat(locks.vacuum("b")).isEqualTo(VacuumFate.CHANGED);
  }

  @Test
  void dryRunDeletesNothing() {
    StoredLock marked = deleted("a");
    long now = fixture.time.currentMillis();

    assertThat(
            fixture.await(
                locks.maintenance.vacuum(List.of(new MarkedLock(key("a"), marked)), now, true)))
        .containsExactly(VacuumFate.DELETED);
    assertThat(fixture.storedLock("a")).isEqualTo(marked);
  }

  @Test
  void undecidedTransactionIsRolledBackThoughItsPrimaryWasVacuumed() {
    fixture.commit("b", "value");
    fixture.client().begin().delete("b").commit();
    StoredLock marked = deleted("a");
    LeftOver.UNDECIDED.leaveIn(fixture);
    fixture.time.advance(DAY);
    assertThat(locks.vacuum("a", marked)).isEqualTo(VacuumFate.DELETED);

    assertThat(fixture.client(ProtocolFixture.PATIENT).read("b")).isNull();

    assertThat(fixture.lockTime("a")).as("fenced above").isGreaterThan(marked.time());
    fixture.assertStable("a", null);
    fixture.assertStable("b", null);
  }

  /** The owner died after all secondaries were done, before it had settled the primary. */
  @Test
  void committedPrimarySettlesThoughItsSecondaryWasVacuumed() {
    ScriptedClient dead = fixture.client();
    dead.traffic.onWrite("~a STABLE", call -> dead.traffic.cutOff());
    dead.begin().put("a", "new").put("b", "new").commit();
    fixture.client().begin().delete("b").commit();
    StoredLock marked = Objects.requireNonNull(fixture.storedLock("b"));
    fixture.time.advance(DAY);
    assertThat(fixture.lock("a")).isInstanceOf(Committed.class);
    assertThat(locks.vacuum("b", marked)).isEqualTo(VacuumFate.DELETED);

    fixture.client().begin().update("a", "+later").commit();

    fixture.assertStable("a", "new+later");
    assertThat(fixture.value("b")).isNull();
  }

  @Test
  void committedPrimarySettlesThoughItsVacuumedSecondaryWasFencedSince() {
    ScriptedClient dead = fixture.client();
    dead.traffic.onWrite("~a STABLE", call -> dead.traffic.cutOff());
    dead.begin().put("a", "new").put("b", "new").commit();
    locks.plant("b", RowLockCodec.encode(Stable.UNBORN.fenced()), fixture.lockTime("b") + 1);

    assertThat(locks.settle("a").kind()).isEqualTo(Settlement.Kind.ROLLED_FORWARD);

    fixture.assertStable("a", "new");
    fixture.assertStable("b", "new");
  }
}
