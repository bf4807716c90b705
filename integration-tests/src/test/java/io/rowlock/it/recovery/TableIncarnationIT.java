package io.rowlock.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.it.kit.Await;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Signs that the rows of a table were removed or restored. Neither a value in the descriptor nor
 * the regions' ids show it reliably. The timestamp of the table's state in the master does, because
 * all such operations require a disabled table.
 */
@ExtendWith(HBaseExtension.class)
@Tag("verify-all")
class TableIncarnationIT {

  private static final String KEY = "rowlock.incarnation";
  private static final String MARK = "5eed";
  private static final byte[] STATE_FAMILY = Bytes.toBytes("table");
  private static final byte[] STATE = Bytes.toBytes("state");

  private final Connection connection;
  private Admin admin;
  private TableName table;
  private String snapshot;
  private Signs before;

  TableIncarnationIT(Connection connection) {
    this.connection = connection;
  }

  /** The visible properties of a table. */
  private record Signs(String mark, List<Long> regionIds, long stateTime) {}

  @BeforeEach
  void createMarkedTable() throws Exception {
    admin = connection.getAdmin();
    table = TestTables.create(connection, "m");
    TableDescriptor now = admin.getDescriptor(table);
    admin.modifyTable(TableDescriptorBuilder.newBuilder(now).setValue(KEY, MARK).build());
    snapshot = "of-" + table.getNameAsString();
    admin.snapshot(snapshot, table);
    try (Table raw = connection.getTable(table)) {
      raw.put(Rows.put("a", "since"));
    }
    before = signs();
  }

  @AfterEach
  void close() throws IOException {
    admin.deleteSnapshot(snapshot);
    admin.close();
  }

  private Signs signs() throws IOException {
    List<Long> ids =
        admin.getRegions(table).stream().map(RegionInfo::getRegionId).sorted().toList();
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME)) {
      Cell state =
          meta.get(new Get(table.getName()).addColumn(STATE_FAMILY, STATE))
              .getColumnLatestCell(STATE_FAMILY, STATE);
      return new Signs(admin.getDescriptor(table).getValue(KEY), ids, state.getTimestamp());
    }
  }

  private boolean isEmpty() throws IOException {
    try (Table raw = connection.getTable(table)) {
      return !raw.exists(Rows.get("a"));
    }
  }

  private void assertRowIsGone(boolean regionIdsAreKept) throws IOException {
    assertThat(isEmpty()).isTrue();
    Signs after = signs();
    assertThat(after.mark()).isEqualTo(MARK);
    assertThat(after.regionIds().equals(before.regionIds())).isEqualTo(regionIdsAreKept);
    assertThat(after.stateTime()).isGreaterThan(before.stateTime());
  }

  @Test
  void truncatingChangesTimeOfState() throws Exception {
    admin.disableTable(table);
    admin.truncateTable(table, false);
    assertRowIsGone(false);
  }

  @Test
  void truncatingWithSplitsChangesTimeOfState() throws Exception {
    admin.disableTable(table);
    admin.truncateTable(table, true);
    assertRowIsGone(false);
  }

  @Test
  void restoringSnapshotChangesTimeOfState() throws Exception {
    admin.disableTable(table);
    admin.restoreSnapshot(snapshot);
    admin.enableTable(table);
    assertRowIsGone(true);
  }

  @Test
  void cloningSnapshotChangesTimeOfState() throws Exception {
    drop();
    admin.cloneSnapshot(snapshot, table);
    assertRowIsGone(true);
  }

  @Test
  void recreatingTableChangesTimeOfState() throws Exception {
    TableDescriptor descriptor = admin.getDescriptor(table);
    drop();
    admin.createTable(descriptor, new byte[][] {Bytes.toBytes("m")});
    assertRowIsGone(false);
  }

  private void drop() throws IOException {
    admin.disableTable(table);
    admin.deleteTable(table);
  }

  /** A split also creates regions, so their ids do not show that rows were removed. */
  @Test
  void operationsThatKeepRowsKeepTimeOfState() throws Exception {
    admin.flush(table);
    admin.split(table, Bytes.toBytes("c"));
    Await.until(
        "the split",
        Duration.ofSeconds(60),
        () -> admin.getRegions(table).size() == 3 && admin.isTableAvailable(table));
    TableDescriptor now = admin.getDescriptor(table);
    admin.modifyTable(TableDescriptorBuilder.newBuilder(now).setValue("other", "value").build());

    assertThat(isEmpty()).isFalse();
    Signs after = signs();
    assertThat(after.regionIds()).isNotEqualTo(before.regionIds());
    assertThat(after.stateTime()).isEqualTo(before.stateTime());
  }

  /** An operator would be asked in vain after that. */
  @Test
  void disablingChangesTimeOfState() throws Exception {
    admin.disableTable(table);
    admin.enableTable(table);

    assertThat(isEmpty()).isFalse();
    assertThat(signs().stateTime()).isGreaterThan(before.stateTime());
  }

  /** HBase 2.6 and later: the only operation without a sign. */
  @Test
  void truncatingRegionKeepsTimeOfState() throws Exception {
    var method =
        Arrays.stream(Admin.class.getMethods())
            .filter(found -> found.getName().equals("truncateRegion"))
            .findFirst();
    if (method.isPresent()) {
      method.get().invoke(admin, (Object) admin.getRegions(table).get(0).getRegionName());

      assertThat(isEmpty()).isTrue();
      assertThat(signs()).isEqualTo(before);
    }
  }
}
