package io.rowlock.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.Transactional;
import io.rowlock.operations.GuardReport;
import io.rowlock.operations.doctor.ClusterFinding;
import io.rowlock.operations.doctor.ClusterFinding.Area;
import io.rowlock.operations.doctor.ClusterFinding.Severity;
import io.rowlock.operations.doctor.TableStatus;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

/** How tables and findings are printed. */
class StatusLinesTest {

  private static final TableName NAME = TableName.valueOf("accounts");
  private static final TableDescriptor PLAIN =
      TableDescriptorBuilder.newBuilder(NAME)
          .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
          .build();
  private static final TableDescriptor ENABLED = Transactional.of(PLAIN, true, 1_000);

  private static TableStatus status(TableDescriptor table, boolean enforced, String... writers) {
    GuardReport guard = new GuardReport(enforced, List.of(), List.of(), List.of(writers));
    return new TableStatus(table, true, Optional.of(guard));
  }

  @Test
  void tableIsALineAndAnObject() {
    TableStatus table = status(ENABLED, true, "shop", "till");

    assertThat(ListCommand.line(table))
        .isEqualTo(
            "ENABLED accounts, floor 1970-01-01T00:00:01Z, SYNC_WAL, region commit,"
                + " writers of locks: shop, till");
    assertThat(ListCommand.json(table))
        .hasToString(
            "{\"table\":\"accounts\",\"state\":\"ENABLED\",\"online\":true,\"floor\":1000,"
                + "\"durability\":\"SYNC_WAL\",\"regionCommit\":true,\"enforced\":true,"
                + "\"writers\":[\"shop\",\"till\"],\"findings\":[]}");
    assertThat(ListCommand.line(status(ENABLED, true))).endsWith("writers of locks: none");
    assertThat(ListCommand.line(status(ENABLED, false))).contains("HBase checks no permissions");
  }

  @Test
  void problemsFollowTheTable() {
    TableDescriptor closed = Transactional.closed(ENABLED, 1);
    TableStatus table = new TableStatus(closed, false, Optional.empty());

    assertThat(ListCommand.line(table))
        .startsWith("CLOSED accounts, offline: HBase does not serve it, floor ")
        .contains("guard unknown (needs A)\n  ERROR rowlock.disabling: it is being disabled")
        .hasLineCount(2);
    JsonObject finding =
        ListCommand.json(table).getAsJsonArray("findings").get(0).getAsJsonObject();
    assertThat(finding.keySet()).containsExactly("table", "severity", "setting", "message");
  }

  @Test
  void halfEnabledTableMayHaveNoLocks() {
    TableDescriptor half =
        TableDescriptorBuilder.newBuilder(PLAIN).setValue(Floor.KEY, "7").build();

    assertThat(ListCommand.line(new TableStatus(half, true, Optional.empty())))
        .startsWith("HALF_ENABLED accounts, floor ")
        .contains(", no locks\n  ERROR COLUMN_FAMILIES: ");
  }

  @Test
  void plainTableIsShort() {
    TableStatus table = new TableStatus(PLAIN, true, Optional.empty());

    assertThat(ListCommand.line(table)).isEqualTo("PLAIN accounts");
  }

  @Test
  void findingNamesTableValueAndWayOut() {
    ClusterFinding finding =
        new ClusterFinding(
            Severity.ERROR, Area.TABLES, Optional.of(NAME), "READONLY", "true", "it is", "alter");

    assertThat(DoctorCommand.line(finding))
        .isEqualTo("ERROR TABLES: table 'accounts', READONLY = true: it is\n  way out: alter");
    assertThat(DoctorCommand.json(finding))
        .hasToString(
            "{\"severity\":\"ERROR\",\"area\":\"TABLES\",\"table\":\"accounts\","
                + "\"setting\":\"READONLY\",\"value\":\"true\",\"message\":\"it is\","
                + "\"command\":\"alter\"}");
    ClusterFinding note =
        new ClusterFinding(
            Severity.NOTE, Area.CLOCKS, Optional.empty(), "clocks", "0 s", "fine", "");
    assertThat(DoctorCommand.line(note)).isEqualTo("NOTE CLOCKS: clocks = 0 s: fine");
  }
}
