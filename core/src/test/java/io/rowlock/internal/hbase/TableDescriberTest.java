package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.MissingPermissionException;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableDescriberTest {

  private static final TableName TABLE = TableName.valueOf("table");

  private final ScriptedConnection hbase = new ScriptedConnection();
  private final TableDescriptorBuilder descriptor =
      TableDescriptorBuilder.newBuilder(TABLE)
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));

  @Test
  void plainTableHasNoFloorAndNoLocks() {
    TableFacts facts = describe();

    assertThat(facts.table()).isEqualTo(TABLE);
    assertThat(facts.isTransactional()).isFalse();
    assertThat(facts.floor()).isZero();
    assertThat(facts.durability()).isEqualTo(Durability.SYNC_WAL);
  }

  @Test
  void enabledTableHasBoth() {
    descriptor
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("_lock"))
        .setValue("rowlock.floor", "1234");

    TableFacts facts = describe();

    assertThat(facts.isTransactional()).isTrue();
    assertThat(facts.floor()).isEqualTo(1234);
  }

  @Test
  void familiesThatKeepOneVersionAreKnown() {
    descriptor
        .setColumnFamily(family("several").setMaxVersions(2).build())
        .setColumnFamily(family("deleted").setKeepDeletedCells(KeepDeletedCells.TRUE).build())
        .setColumnFamily(family("expired").setKeepDeletedCells(KeepDeletedCells.TTL).build())
        .setColumnFamily(family("short").setMinVersions(1).setTimeToLive(60).build());

    assertThat(describe().oneVersion().stream().map(Bytes::toString)).containsExactly("f", "short");
  }

  private static ColumnFamilyDescriptorBuilder family(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name));
  }

  @Test
  void strongerDurabilityIsKeptAndWeakerIsNot() {
    descriptor.setDurability(Durability.FSYNC_WAL);
    assertThat(describe().durability()).isEqualTo(Durability.FSYNC_WAL);

    descriptor.setDurability(Durability.ASYNC_WAL);
    assertThat(describe().durability()).isEqualTo(Durability.SYNC_WAL);
  }

  @Test
  void enabledTableHasNoFlaws() {
    descriptor
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("_lock"))
        .setValue("rowlock.floor", "1234");
    assertThat(describe().flaws()).isEmpty();
  }

  /** It can be altered at any time, unnoticed by an administrator. */
  @Test
  void lockFamilyThatCanLoseLocksIsAFlaw() {
    descriptor
        .setColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("_lock"))
                .setTimeToLive(3600)
                .setMaxVersions(2)
                .setMinVersions(1)
                .setKeepDeletedCells(KeepDeletedCells.TRUE)
                .build())
        .setValue("rowlock.floor", "1234");

    assertThat(describe().flaws())
        .hasSize(4)
        .anySatisfy(flaw -> assertThat(flaw).contains("alter 'table', {NAME => '_lock', TTL =>"));
  }

  @Test
  void tableThatWasNotEnabledToTheEndHasAFlaw() {
    descriptor.setColumnFamily(ColumnFamilyDescriptorBuilder.of("_lock"));
    assertThat(describe().flaws()).singleElement().asString().contains("repeat", "enable");
  }

  @Test
  void readOnlyTableHasAFlaw() {
    descriptor
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("_lock"))
        .setValue("rowlock.floor", "1234")
        .setReadOnly(true);
    assertThat(describe().flaws()).singleElement().asString().contains("alter 'table', READONLY");
  }

  @Test
  void malformedFloorIsNamed() {
    descriptor.setValue("rowlock.floor", "soon");

    assertThatThrownBy(this::describe)
        .cause()
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("'table'", "'rowlock.floor'", "'soon'");
  }

  /** The master shows descriptors only to users who may alter the table. */
  @Test
  void regionsErrorShowsFactsThatTheMasterConceals() {
    enabled();
    hbase.failure(new AccessDeniedException("Insufficient permissions"));
    hbase.failure(missingFamily(descriptor.build().toString()));

    TableFacts facts = store().describe(TABLE).join();

    assertThat(facts.floor()).isEqualTo(1234);
    assertThat(facts.families()).hasSize(2);
    assertThat(facts.flaws()).isEmpty();
  }

  @Test
  void masterIsNotAskedAgainForWhatItConceals() {
    enabled();
    hbase.failure(new AccessDeniedException("Insufficient permissions"));
    hbase.failure(missingFamily(descriptor.build().toString()));
    RowStore store = store();
    TableFacts first = store.describe(TABLE).join();
    descriptor.setValue("rowlock.floor", "5678");
    hbase.failure(missingFamily(descriptor.build().toString()));

    assertThat(store.describe(TABLE).join().floor()).isEqualTo(5678).isGreaterThan(first.floor());
  }

  /** Another HBase may word its errors in another way. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Column family x does not exist",
        "Column family _rowlock_no_family does not exist in region table,,1.a. in table 'table', {",
        // A row of another region could imitate the error.
        "Column family _rowlock_no_family does not exist in region table, in table 'other', "
            + "{NAME => 'f', VERSIONS => '1', KEEP_DELETED_CELLS => 'FALSE',"
            + " NEW_VERSION_BEHAVIOR => 'false', TTL => 'FOREVER', MIN_VERSIONS => '0'}"
      })
  void errorThatShowsNothingLeavesThePermissionMissing(String message) {
    hbase.failure(new AccessDeniedException("Insufficient permissions"));
    hbase.failure(new NoSuchColumnFamilyException(message));

    assertThatThrownBy(() -> store().describe(TABLE).join())
        .cause()
        .isInstanceOf(MissingPermissionException.class)
        .hasMessageContaining("grant 'tester', 'C', 'table'");
  }

  @Test
  void missingTableIsReportedByItsRegions() {
    hbase.failure(new AccessDeniedException("Insufficient permissions"));
    hbase.failure(new TableNotFoundException("table"));

    assertThatThrownBy(() -> store().describe(TABLE).join())
        .hasCauseInstanceOf(TableNotFoundException.class);
  }

  private void enabled() {
    descriptor
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("_lock"))
        .setValue("rowlock.floor", "1234");
  }

  /** HBase's client appends the stack of the server. */
  private static NoSuchColumnFamilyException missingFamily(String descriptor) {
    return new NoSuchColumnFamilyException(
        NoSuchColumnFamilyException.class.getName()
            + ": Column family _rowlock_no_family does not exist in region table,,1.a. in table "
            + descriptor
            + "\n\tat org.apache.hadoop.hbase.regionserver.HRegion.checkFamily(HRegion.java:1)");
  }

  private TableFacts describe() {
    hbase.descriptor(descriptor.build());
    return store().describe(TABLE).join();
  }

  private RowStore store() {
    HBaseStoreSettings settings =
        new HBaseStoreSettings(Duration.ofSeconds(2), Duration.ofSeconds(10), 8, true);
    return new HBaseStores(
            hbase.connection(),
            "tester",
            hbase.connection(),
            settings,
            new VirtualTime().environment(1))
        .counting(new RpcCounter());
  }
}
