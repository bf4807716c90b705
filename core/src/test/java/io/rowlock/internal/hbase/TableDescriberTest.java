package io.rowlock.internal.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

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

  private TableFacts describe() {
    hbase.descriptor(descriptor.build());
    HBaseStoreSettings settings =
        new HBaseStoreSettings(Duration.ofSeconds(2), Duration.ofSeconds(10), 8);
    RowStore store =
        new HBaseStores(
                hbase.connection(),
                "tester",
                hbase.connection(),
                settings,
                new VirtualTime().environment(1),
                ContextPropagator.NONE)
            .counting(new RpcCounter());
    return store.describe(TABLE).join();
  }
}
