package io.rowlock.operations.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.LockFamily;
import io.rowlock.internal.admin.Transactional;
import io.rowlock.operations.doctor.TableStatus.State;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** The state of a table, and its findings with their values and the commands that mend them. */
class TableFindingsTest {

  private static final long FLOOR = 1_000_000;
  private static final TableDescriptor PLAIN =
      TableDescriptorBuilder.newBuilder(TableName.valueOf("accounts"))
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
          .build();
  private static final TableDescriptor ENABLED = Transactional.of(PLAIN, true, FLOOR);

  private static TableStatus status(TableDescriptor table) {
    return new TableStatus(table, true, Optional.empty());
  }

  private static TableDescriptor altered(UnaryOperator<TableDescriptorBuilder> change) {
    return change.apply(TableDescriptorBuilder.newBuilder(ENABLED)).build();
  }

  private static List<String> commands(TableDescriptor table) {
    return TableFindings.of(status(table), OptionalLong.of(FLOOR)).stream()
        .map(found -> found.value() + " -> " + found.command())
        .toList();
  }

  @Test
  void stateIsThatOfTheDescriptor() {
    assertThat(status(PLAIN).state()).isEqualTo(State.PLAIN);
    assertThat(status(ENABLED).state()).isEqualTo(State.ENABLED);
    assertThat(status(Transactional.prepared(PLAIN, true)).state()).isEqualTo(State.HALF_ENABLED);
    assertThat(status(Transactional.closed(ENABLED, 1)).state()).isEqualTo(State.CLOSED);
    assertThat(status(altered(table -> table.removeColumnFamily(Bytes.toBytes("_lock")))).state())
        .isEqualTo(State.HALF_ENABLED);
    assertThat(status(ENABLED).isFit()).isTrue();
    assertThat(status(Transactional.closed(ENABLED, 1)).isFit()).isFalse();
    assertThat(new TableStatus(ENABLED, false, Optional.empty()).isFit()).isFalse();
    assertThat(status(altered(table -> table.setReadOnly(true))).isFit()).isFalse();
  }

  @Test
  void statusShowsFloorDurabilityAndRegionCommit() {
    assertThat(status(ENABLED).floor()).hasValue(FLOOR);
    assertThat(status(PLAIN).floor()).isEmpty();
    assertThat(status(ENABLED).hasRegionCommit()).isTrue();
    assertThat(status(Transactional.of(PLAIN, false, FLOOR)).hasRegionCommit()).isFalse();
    assertThat(status(ENABLED).durability()).isEqualTo(Durability.SYNC_WAL);
    assertThat(status(altered(table -> table.setDurability(Durability.FSYNC_WAL))).durability())
        .isEqualTo(Durability.FSYNC_WAL);
    assertThat(status(PLAIN).findings()).isEmpty();
  }

  @Test
  void fitTableHasNoFinding() {
    assertThat(commands(ENABLED)).isEmpty();
  }

  @Test
  void everySettingHasItsValueAndACommand() {
    assertThat(commands(PLAIN))
        .containsExactly("f -> rowlock enable accounts", "none -> rowlock enable accounts");
    assertThat(commands(Transactional.closed(ENABLED, 17)))
        .containsExactly("17 -> rowlock disable accounts");
    assertThat(commands(altered(table -> table.setValue(Floor.RAISED_KEY, "5"))))
        .containsExactly("5 -> rowlock enable accounts");
    assertThat(commands(altered(table -> table.setReadOnly(true))))
        .containsExactly("true -> alter 'accounts', READONLY => 'false'");
    assertThat(commands(altered(table -> table.setDurability(Durability.SKIP_WAL))))
        .containsExactly("SKIP_WAL -> alter 'accounts', DURABILITY => 'SYNC_WAL'");
    String slop = "hbase.hregion.keyvalue.timestamp.slop.millisecs";
    assertThat(commands(altered(table -> table.setValue(slop, "9"))))
        .containsExactly(
            "9 -> alter 'accounts', METHOD => 'table_att_unset', NAME => '" + slop + "'");
  }

  @Test
  void everySettingOfAFamilyHasItsValueAndACommand() {
    TableDescriptor locks =
        altered(
            table ->
                table.modifyColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(LockFamily.describe())
                        .setTimeToLive(3600)
                        .setMaxVersions(3)
                        .setScope(HConstants.REPLICATION_SCOPE_GLOBAL)
                        .build()));
    assertThat(commands(locks))
        .containsExactly(
            "3 -> alter 'accounts', {NAME => '_lock', VERSIONS => 1}",
            "3600 -> alter 'accounts', {NAME => '_lock', TTL => 'FOREVER'}",
            "1 -> alter 'accounts', {NAME => '_lock', REPLICATION_SCOPE => '0'}");
    TableDescriptor data =
        altered(
            table ->
                table.modifyColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                        .setNewVersionBehavior(true)
                        .build()));
    assertThat(commands(data))
        .containsExactly(
            "true -> alter 'accounts', {NAME => 'f', NEW_VERSION_BEHAVIOR => 'false'}");
  }

  @Test
  void floorMayBeAheadAsAfterEnabling() {
    assertThat(TableFindings.of(status(ENABLED), OptionalLong.of(FLOOR - 120_000))).isEmpty();
    assertThat(TableFindings.of(status(ENABLED), OptionalLong.empty())).isEmpty();

    assertThat(TableFindings.of(status(ENABLED), OptionalLong.of(FLOOR - 121_000)))
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.value()).isEqualTo("1000000 (1970-01-01T00:16:40Z)");
              assertThat(found.message()).contains("121 s ahead");
              assertThat(found.command()).isEqualTo("rowlock disable accounts --dry-run");
            });
  }

  @Test
  void offlineTableIsNamed() {
    TableStatus offline = new TableStatus(ENABLED, false, Optional.empty());
    assertThat(TableFindings.of(offline, OptionalLong.empty()))
        .extracting(ClusterFinding::command)
        .containsExactly("enable 'accounts'");
  }
}
