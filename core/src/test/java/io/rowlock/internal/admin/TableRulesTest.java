package io.rowlock.internal.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.TableFinding;
import io.rowlock.UnsafeTableException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class TableRulesTest {

  private static final TableName NAME = TableName.valueOf("accounts");

  private static TableDescriptorBuilder plain() {
    return TableDescriptorBuilder.newBuilder(NAME)
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"));
  }

  private static TableDescriptor enabled(
      UnaryOperator<ColumnFamilyDescriptorBuilder> lockFamily,
      UnaryOperator<TableDescriptorBuilder> table) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(LockFamily.describe());
    return table
        .apply(plain().setColumnFamily(lockFamily.apply(family).build()).setValue(Floor.KEY, "1"))
        .build();
  }

  private static TableDescriptor enabled() {
    return enabled(UnaryOperator.identity(), UnaryOperator.identity());
  }

  @Test
  void enabledTableHasNoFindings() {
    assertThat(TableRules.verify(enabled())).isEmpty();
  }

  @Test
  void plainTableLacksFamilyAndFloorButCanBeEnabled() {
    List<TableFinding> findings = TableRules.verify(plain().build());
    assertThat(findings).allMatch(TableFinding::isError);
    assertThat(findings)
        .extracting(TableFinding::setting)
        .containsExactly("COLUMN_FAMILIES", "rowlock.floor");
    assertThat(findings).allSatisfy(one -> assertThat(one.message()).contains("enable"));
    assertThatCode(() -> TableRules.refuseUnsafe(plain().build())).doesNotThrowAnyException();
  }

  /** The reader is a person with the command line, or with the library. */
  @Test
  void findingsNameTheCommand() {
    assertThat(TableRules.verify(plain().build()))
        .extracting(TableFinding::message)
        .allMatch(message -> message.contains("'rowlock enable' (TransactionAdmin.enable)"));
    TableDescriptor closed =
        enabled(UnaryOperator.identity(), t -> t.setValue(Transactional.DISABLING_KEY, "1"));
    assertThat(TableRules.verify(closed))
        .extracting(TableFinding::message)
        .allMatch(message -> message.contains("'rowlock disable' (RowlockOperations.disable)"));
  }

  @Test
  void malformedFloorIsNone() {
    TableDescriptor table =
        enabled(UnaryOperator.identity(), builder -> builder.setValue(Floor.KEY, "yesterday"));
    assertThat(Floor.of(table)).isEmpty();
    assertThat(TableRules.verify(table))
        .extracting(TableFinding::setting)
        .containsExactly("rowlock.floor");
  }

  @Test
  void unsafeLockFamilyIsRefused() {
    assertRefused(lock -> lock.setTimeToLive(3600), "_lock.TTL");
    assertRefused(lock -> lock.setMaxVersions(3), "_lock.VERSIONS");
    assertRefused(lock -> lock.setMinVersions(1), "_lock.MIN_VERSIONS");
    assertRefused(lock -> lock.setNewVersionBehavior(true), "_lock.NEW_VERSION_BEHAVIOR");
    assertRefused(
        lock -> lock.setKeepDeletedCells(KeepDeletedCells.TRUE), "_lock.KEEP_DELETED_CELLS");
    assertRefused(
        lock -> lock.setKeepDeletedCells(KeepDeletedCells.TTL), "_lock.KEEP_DELETED_CELLS");
  }

  private static void assertRefused(
      UnaryOperator<ColumnFamilyDescriptorBuilder> lockFamily, String setting) {
    TableDescriptor table = enabled(lockFamily, UnaryOperator.identity());
    assertThat(TableRules.verify(table))
        .filteredOn(TableFinding::isError)
        .extracting(TableFinding::setting)
        .containsExactly(setting);
    assertThatThrownBy(() -> TableRules.refuseUnsafe(table))
        .isInstanceOfSatisfying(
            UnsafeTableException.class, refused -> assertThat(refused.findings()).hasSize(1))
        .hasMessageContaining("'accounts'")
        .hasMessageContaining("alter 'accounts', {NAME => '_lock', ");
  }

  @Test
  void allErrorsAreNamedAtOnce() {
    TableDescriptor table =
        enabled(lock -> lock.setTimeToLive(3600).setMaxVersions(2), UnaryOperator.identity());
    assertThatThrownBy(() -> TableRules.refuseUnsafe(table))
        .hasMessageContaining("VERSIONS => 2")
        .hasMessageContaining("TTL => 3600");
  }

  @Test
  void newVersionBehaviorOfUserFamilyIsRefused() {
    TableDescriptor table =
        plain()
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("g"))
                    .setNewVersionBehavior(true)
                    .build())
            .build();
    assertThatThrownBy(() -> TableRules.refuseUnsafe(table))
        .hasMessageContaining("family 'g' has NEW_VERSION_BEHAVIOR");
  }

  @Test
  void oddButSafeSettingsAreWarnedOf() {
    assertWarning(enabled(lock -> lock.setScope(1), table -> table), "_lock.REPLICATION_SCOPE");
    for (Durability weak : List.of(Durability.SKIP_WAL, Durability.ASYNC_WAL)) {
      assertWarning(enabled(lock -> lock, table -> table.setDurability(weak)), "DURABILITY");
    }
    assertWarning(
        enabled(
            lock -> lock,
            table ->
                table.modifyColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                        .setTimeToLive(60)
                        .build())),
        "f.TTL");
    String slop = "hbase.hregion.keyvalue.timestamp.slop.millisecs";
    assertWarning(enabled(lock -> lock, table -> table.setValue(slop, "1000")), slop);
  }

  private static void assertWarning(TableDescriptor table, String setting) {
    assertThat(TableRules.verify(table))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.severity()).isEqualTo(TableFinding.Severity.WARNING);
              assertThat(finding.setting()).isEqualTo(setting);
            });
    assertThatCode(() -> TableRules.refuseUnsafe(table)).doesNotThrowAnyException();
  }

  @Test
  void regionReplicasAndManyVersionsAreFine() {
    TableDescriptor table =
        enabled(
            lock -> lock,
            builder ->
                builder
                    .setRegionReplication(3)
                    .modifyColumnFamily(
                        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                            .setMaxVersions(7)
                            .setKeepDeletedCells(KeepDeletedCells.TRUE)
                            .build()));
    assertThat(TableRules.verify(table)).isEmpty();
  }
}
