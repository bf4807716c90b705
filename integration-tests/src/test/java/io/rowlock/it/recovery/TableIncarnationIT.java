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
 * What could tell a table whose rows were taken away, or put back to what they were, from the one
 * that it was: a value in its descriptor cannot, nor can the regions' ids. The timestamp at which
 * the master noted the table's state can, as all that changes a table so much takes a disabled one.
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

  /** What is known of a table from outside. */
  private record Signs(String mark, List<Long> regionIds, long stateNoted) {}

  @BeforeEach
  void createTableWithAMark() throws Exception {
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
    assertThat(after.stateNoted()).isGreaterThan(before.stateNoted());
  }

  @Test
  void truncate() throws Exception {
    admin.disableTable(table);
    admin.truncateTable(table, false);
    assertRowIsGone(false);
  }

  @Test
  void truncateWithSplits() throws Exception {
    admin.disableTable(table);
    admin.truncateTable(table, true);
    assertRowIsGone(false);
  }

  @Test
  void restoreSnapshot() throws Exception {
    admin.disableTable(table);
    admin.restoreSnapshot(snapshot);
    admin.enableTable(table);
    assertRowIsGone(true);
  }

  @Test
  void cloneSnapshotUnderTheOldName() throws Exception {
    drop();
    admin.cloneSnapshot(snapshot, table);
    assertRowIsGone(true);
  }

  @Test
  void createAgainWithTheSameDescriptor() throws Exception {
    TableDescriptor descriptor = admin.getDescriptor(table);
    drop();
    admin.createTable(descriptor, new byte[][] {Bytes.toBytes("m")});
    assertRowIsGone(false);
  }

  private void drop() throws IOException {
    admin.disableTable(table);
    admin.deleteTable(table);
  }

  /** A split alone gives new regions, too: their ids say nothing of rows that were taken away. */
  @Test
  void whatKeepsTheRowsKeepsTheStateAsNoted() throws Exception {
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
    assertThat(after.stateNoted()).isEqualTo(before.stateNoted());
  }

  /** In vain a person would be asked after that. */
  @Test
  void disablingAndEnablingChangesTheStateAsNoted() throws Exception {
    admin.disableTable(table);
    admin.enableTable(table);

    assertThat(isEmpty()).isFalse();
    assertThat(signs().stateNoted()).isGreaterThan(before.stateNoted());
  }

  /** HBase 2.6 and later: the one way that no sign shows. */
  @Test
  void truncateRegion() throws Exception {
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
