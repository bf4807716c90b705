package io.rowlock.operations.maintenance;

import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.protocol.lock.RowReference;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.TableFacts;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Maintenance with scripted clients, and the damage that a test does to locks. */
final class MaintenanceFixture {

  static final TableName OTHER = TableName.valueOf("other");

  final ProtocolFixture fixture = new ProtocolFixture();
  final ScriptedClient client = fixture.client();
  final LockMaintenance maintenance = maintenance(client);

  MaintenanceFixture() {
    fixture.cluster.createTable(OTHER, "f");
  }

  static LockMaintenance maintenance(ScriptedClient client) {
    return new LockMaintenance(client.store, client.environment, ProtocolFixture.SETTINGS);
  }

  /** Returns the lock of a row of the fixture's table, which must exist. */
  LockView look(String row) {
    return look(key(row));
  }

  LockView look(RowKey row) {
    return fixture.await(maintenance.look(row)).orElseThrow();
  }

  Settlement settle(String row) {
    return settle(key(row));
  }

  Settlement settle(RowKey row) {
    return fixture.await(maintenance.settle(look(row)));
  }

  Diagnosis examine(String row) {
    return fixture.await(maintenance.examine(look(row)));
  }

  Diagnosis discard(String row) {
    return fixture.await(maintenance.discard(look(row), any -> true));
  }

  /** Returns why the lock is not discarded. */
  ProtocolFailure refusalToDiscard(String row) {
    ProtocolFailure refusal = catchThrowableOfType(ProtocolFailure.class, () -> discard(row));
    assertThat(refusal).as("refusal to discard %s", row).isNotNull();
    return refusal;
  }

  /** Vacuums one row, marked as it is now. */
  VacuumFate vacuum(String row) {
    return vacuum(row, look(row).stored());
  }

  VacuumFate vacuum(String row, StoredLock marked) {
    long now = fixture.time.currentMillis();
    return fixture
        .await(maintenance.vacuum(List.of(new MarkedLock(key(row), marked)), now, false))
        .get(0);
  }

  /** Writes a lock cell without the library. */
  void plant(String row, byte[] lock) {
    plant(row, lock, fixture.time.currentMillis());
  }

  void plant(String row, byte[] lock, long lockTime) {
    Put put = new Put(bytes(row));
    put.addColumn(LockColumn.family(), LockColumn.qualifier(), lockTime, lock);
    fixture.cluster.rawWrite(ProtocolFixture.TABLE, put);
  }

  /** Writes a secondary without an owner that names this row as its primary. */
  void plantSecondary(String row, RowKey primary, long expectedLockTime) {
    plantSecondary(
        row, primary, expectedLockTime, TransactionId.fresh(client.environment.random()));
  }

  void plantSecondary(String row, RowKey primary, long expectedLockTime, TransactionId id) {
    plant(row, secondary(primary, expectedLockTime, id));
  }

  private byte[] secondary(RowKey primary, long expectedLockTime, TransactionId id) {
    Intent intent =
        Intent.builder().put(ProtocolFixture.F, ProtocolFixture.Q, bytes("planted")).build();
    long now = fixture.time.currentMillis();
    RowReference reference = new RowReference(primary, expectedLockTime);
    return RowLockCodec.encode(
        new Prewritten(id, Stable.UNBORN, now, intent, reference, now, now, null));
  }

  /** Removes all families of the table but these. */
  void leaveFamilies(String... names) {
    leaveFamilies(ProtocolFixture.TABLE, names);
  }

  void leaveFamilies(TableName table, String... names) {
    NavigableSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    for (String name : names) {
      families.add(bytes(name));
    }
    fixture.cluster.alterTable(new TableFacts(table, families, 0, Durability.SYNC_WAL));
  }
}
