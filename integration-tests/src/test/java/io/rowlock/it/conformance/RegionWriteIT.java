package io.rowlock.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.LockCondition;
import io.rowlock.internal.store.RegionId;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Regions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** Atomic writes to several rows of a region, through HBase's own endpoint. */
@ExtendWith(HBaseExtension.class)
class RegionWriteIT {

  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  private static StoreFixture fixture;

  private TableName table;
  private RowStore store;

  @BeforeAll
  static void connect(EmbeddedHBase hbase) throws Exception {
    fixture = new StoreFixture(hbase);
  }

  @AfterAll
  static void disconnect() throws IOException {
    fixture.close();
  }

  /** Creates regions that start at a, h and p. */
  @BeforeEach
  void createTable(TestInfo test) throws IOException {
    table = TableName.valueOf("region-write-" + test.getTestMethod().orElseThrow().getName());
    fixture.createTable(table, "h", "p");
    store = fixture.store();
    assertThat(store.describe(table).join().isTransactional()).isTrue();
  }

  @Test
  void oneRequestWritesAllRows() {
    long before = fixture.rpcs();

    WriteOutcome outcome = write(List.of(insert("a", 5), insert("b", 6)));

    assertThat(outcome).isEqualTo(WriteOutcome.APPLIED);
    assertThat(fixture.rpcs() - before).isEqualTo(1);
    assertThat(value("a")).isEqualTo("data at 5");
    assertThat(lock("a")).isEqualTo(stored("lock of a", 5));
    assertThat(lock("b")).isEqualTo(stored("lock of b", 6));
  }

  @Test
  void unexpectedRowPreventsAllWrites() {
    assertThat(write(List.of(insert("b", 5), insert("c", 5)))).isEqualTo(WriteOutcome.APPLIED);

    WriteOutcome outcome = write(List.of(insert("a", 7), insert("b", 7)));

    assertThat(outcome).isEqualTo(WriteOutcome.TURNED_DOWN);
    assertThat(lock("a")).isNull();
    assertThat(value("b")).isEqualTo("data at 5");
  }

  @Test
  void changedCheckedRowPreventsAllWrites() {
    assertThat(write(List.of(insert("b", 5), insert("c", 5)))).isEqualTo(WriteOutcome.APPLIED);
    LockCondition same = new LockCondition(key("b"), stored("lock of b", 5));
    LockCondition other = new LockCondition(key("c"), stored("another lock", 5));
    LockCondition absent = new LockCondition(key("d"), null);
    LockCondition notAbsent = new LockCondition(key("c"), null);

    assertThat(write(List.of(insert("a", 7)), same, other)).isEqualTo(WriteOutcome.TURNED_DOWN);
    assertThat(write(List.of(insert("a", 7)), same, notAbsent)).isEqualTo(WriteOutcome.TURNED_DOWN);
    assertThat(write(List.of(insert("a", 7)), same, absent)).isEqualTo(WriteOutcome.APPLIED);
  }

  @Test
  void writeAppliesDeletes() {
    assertThat(write(List.of(insert("a", 5), insert("b", 5)))).isEqualTo(WriteOutcome.APPLIED);
    Delete delete = new Delete(Bytes.toBytes("a")).addFamily(F, 8);
    ConditionalWrite deletion =
        conditional("a", stored("lock of a", 5), stored("later lock", 9), delete);

    assertThat(write(List.of(deletion, insert("c", 9)))).isEqualTo(WriteOutcome.APPLIED);
    assertThat(value("a")).isNull();
    assertThat(value("c")).isEqualTo("data at 9");
  }

  @Test
  void storeReportsRowsOfSeveralRegions() {
    WriteOutcome outcome = write(List.of(insert("a", 5), insert("k", 5)));

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.NOT_COLOCATED);
    assertThat(lock("a")).isNull();
    assertThat(regions("a", "b", "k"))
        .satisfies(
            found -> {
              assertThat(found.get(0)).isPresent().isEqualTo(found.get(1));
              assertThat(found.get(2)).isPresent().isNotEqualTo(found.get(0));
            });
  }

  @Test
  void storeReportsRowsThatSplitHasSeparated(EmbeddedHBase hbase) throws Exception {
    assertThat(write(List.of(insert("a", 5), insert("e", 5)))).isEqualTo(WriteOutcome.APPLIED);
    new Regions(hbase, hbase.utility().getConnection()).split(table, Bytes.toBytes("c"));

    WriteOutcome outcome = write(List.of(insert("b", 7), insert("f", 7)));

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.NOT_COLOCATED);
    assertThat(lock("b")).isNull();
    List<Optional<RegionId>> after = regions("b", "f");
    assertThat(after.get(0)).isPresent().isNotEqualTo(after.get(1));
    assertThat(write(List.of(insert("e1", 7), insert("f", 7)))).isEqualTo(WriteOutcome.APPLIED);
  }

  @Test
  void storeFollowsMovedRegion() throws Exception {
    assertThat(write(List.of(insert("a", 5), insert("b", 5)))).isEqualTo(WriteOutcome.APPLIED);
    fixture.moveRegions(table, 1);
    assertThat(write(List.of(insert("c", 5), insert("d", 5)))).isEqualTo(WriteOutcome.APPLIED);
    fixture.moveRegions(table, 0);

    assertThat(write(List.of(insert("e", 5), insert("f", 5)))).isEqualTo(WriteOutcome.APPLIED);
  }

  @Test
  void closingRegionHasNotAppliedTheFirstAttempt() throws Exception {
    TableName small = TableName.valueOf(table + "-small");
    fixture.createTable(small);
    table = small;
    assertThat(write(List.of(insert("a", 5), insert("b", 5)))).isEqualTo(WriteOutcome.APPLIED);

    RegionWrite again = new RegionWrite(List.of(insert("a", 7), insert("b", 7)), List.of());

    assertThat(fixture.writeWhileClosing(table, () -> store.write(again)))
        .isEqualTo(WriteOutcome.TURNED_DOWN);
  }

  @Test
  void storeDetectsMissingEndpoint(EmbeddedHBase hbase) throws Exception {
    assertThat(write(List.of(insert("a", 5), insert("b", 5)))).isEqualTo(WriteOutcome.APPLIED);
    try (Admin admin = hbase.utility().getConnection().getAdmin()) {
      TableDescriptorBuilder without =
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
              .removeCoprocessor("org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint");
      admin.modifyTable(without.build());
    }

    WriteOutcome outcome = write(List.of(insert("c", 5), insert("d", 5)));

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.NOT_COLOCATED);
    assertThat(lock("c")).isNull();
    assertThat(regions("c", "d")).containsOnly(Optional.empty());
  }

  @Test
  void writeThatRegionRefusesIsRejected() {
    Put unknown = new Put(Bytes.toBytes("a")).addColumn(Bytes.toBytes("no"), Q, 5, Q);

    WriteOutcome outcome =
        write(List.of(conditional("a", null, stored("lock", 5), unknown), insert("b", 5)));

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(lock("b")).isNull();
  }

  private List<Optional<RegionId>> regions(String... rows) {
    return store.regions(List.of(rows).stream().map(this::key).toList()).join();
  }

  private WriteOutcome write(List<ConditionalWrite> writes, LockCondition... conditions) {
    return store.write(new RegionWrite(writes, List.of(conditions))).join();
  }

  private ConditionalWrite insert(String row, long time) {
    Put data = new Put(Bytes.toBytes(row)).addColumn(F, Q, time, Bytes.toBytes("data at " + time));
    return conditional(row, null, stored("lock of " + row, time), data);
  }

  private ConditionalWrite conditional(
      String row, StoredLock expected, StoredLock lock, Mutation data) {
    return new ConditionalWrite(key(row), expected, lock, List.of(data), Durability.SYNC_WAL);
  }

  private static StoredLock stored(String text, long time) {
    return new StoredLock(Bytes.toBytes(text), time);
  }

  private StoredLock lock(String row) {
    return read(row).lock();
  }

  private String value(String row) {
    List<Cell> cells = read(row).cells();
    return cells.isEmpty() ? null : Bytes.toString(CellUtil.cloneValue(cells.get(0)));
  }

  private StoredRow read(String row) {
    return store.read(List.of(new RowRead(key(row), ColumnSelection.ALL))).join().get(0);
  }

  private RowKey key(String row) {
    return new RowKey(table, Bytes.toBytes(row));
  }
}
