package io.rowlock.it.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.rowlock.bench.kit.EmbeddedHBase;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.PiggybackRead;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RangeSnapshot;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.RowStore;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.SnapshotLostException;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.TableFacts;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.it.kit.HBaseExtension;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/** The contract of the store on a real HBase: a table of four regions, which tests move. */
@ExtendWith(HBaseExtension.class)
class HBaseRowStoreIT {

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

  @BeforeEach
  void createTable(TestInfo test) throws IOException {
    table = TableName.valueOf("row-store-" + test.getTestMethod().orElseThrow().getName());
    fixture.createTable(table, "b", "c", "d");
    store = fixture.store();
  }

  @Test
  void storeDescribesTable() {
    TableFacts facts = store.describe(table).join();

    assertThat(facts.isTransactional()).isTrue();
    assertThat(facts.families()).hasSize(2);
    assertThat(facts.durability()).isEqualTo(Durability.SYNC_WAL);
  }

  @Test
  void unknownTableFailsAtOnce() {
    TableName unknown = TableName.valueOf("unknown");

    assertThatThrownBy(() -> store.describe(unknown).join())
        .hasRootCauseInstanceOf(TableNotFoundException.class);
    WriteOutcome outcome = write(new RowKey(unknown, F), null, lock("one", 1));
    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
  }

  @Test
  void writeRequiresExpectedLock() {
    assertThat(write(key("a"), null, lock("one", 10), put("a", 9)).isApplied()).isTrue();
    assertThat(write(key("a"), null, lock("two", 11))).isEqualTo(WriteOutcome.TURNED_DOWN);
    assertThat(write(key("a"), lock("other", 10), lock("two", 11)))
        .isEqualTo(WriteOutcome.TURNED_DOWN);
    assertThat(write(key("a"), lock("one", 10), lock("two", 11)).isApplied()).isTrue();

    StoredRow row = read("a");
    assertThat(row.lock()).isEqualTo(lock("two", 11));
    assertThat(row.cells()).extracting(Cell::getTimestamp).containsExactly(9L);
  }

  @Test
  void closingRegionHasNotAppliedTheFirstAttempt() throws Exception {
    TableName small = TableName.valueOf(table + "-small");
    fixture.createTable(small);
    RowKey row = new RowKey(small, Bytes.toBytes("a"));
    assertThat(write(row, null, lock("one", 10), put("a", 9)).isApplied()).isTrue();
    ConditionalWrite again =
        new ConditionalWrite(row, null, lock("two", 11), List.of(), Durability.SYNC_WAL);

    assertThat(fixture.writeWhileClosing(small, () -> store.write(again)))
        .isEqualTo(WriteOutcome.TURNED_DOWN);
  }

  @Test
  void writeAppliesPutsAndDeletesAtTheirTimestamps() {
    write(key("a"), null, lock("one", 10), put("a", 9));

    Delete delete = new Delete(Bytes.toBytes("a")).addFamily(F, 19);
    Put other = new Put(Bytes.toBytes("a")).addColumn(F, Bytes.toBytes("other"), 20, Q);
    write(key("a"), lock("one", 10), lock("two", 11), delete, other);

    assertThat(read("a").cells())
        .singleElement()
        .satisfies(
            cell -> assertThat(CellUtil.matchingQualifier(cell, Bytes.toBytes("other"))).isTrue());
  }

  @Test
  void writeToUnknownFamilyIsRejected() {
    Put put = new Put(Bytes.toBytes("a")).addColumn(Bytes.toBytes("x"), Q, 9, Q);
    Delete delete = new Delete(Bytes.toBytes("a")).addColumns(Bytes.toBytes("x"), Q, 9);

    assertThat(write(key("a"), null, lock("one", 10), put).cause())
        .isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(write(key("a"), null, lock("one", 10), delete).kind())
        .isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(read("a").lock()).isNull();
  }

  @Test
  void readReturnsRowsOfAllRegionsInRequestedOrder() {
    Stream.of("a", "b", "c").forEach(row -> write(key(row), null, lock(row, 10)));

    List<StoredRow> rows =
        store
            .read(Stream.of("c", "d", "a", "b").map(row -> RowRead.lockOf(key(row))).toList())
            .join();

    assertThat(rows)
        .extracting(row -> Bytes.toString(row.key().row()))
        .containsExactly("c", "d", "a", "b");
    assertThat(rows).extracting(StoredRow::lockTime).containsExactly(10L, 0L, 10L, 10L);
  }

  @Test
  void readOfOneServerIsOneRpc() throws Exception {
    List<RowRead> reads =
        Stream.of("a", "b", "c", "d").map(row -> RowRead.lockOf(key(row))).toList();
    fixture.moveRegions(table, 0, 0, 0, 0);
    assertThat(rpcs(reads)).isEqualTo(1);

    fixture.moveRegions(table, 0, 1, 1, 0);
    store.read(reads).join();
    assertThat(rpcs(reads)).isEqualTo(2);
  }

  @Test
  void piggybackRowsComeFromEachServer() throws Exception {
    Stream.of("a", "b", "c").forEach(row -> write(key(row), null, lock(row, 10)));
    fixture.moveRegions(table, 0, 0, 1, 1);
    store.read(Stream.of("a", "b", "c", "d").map(row -> RowRead.lockOf(key(row))).toList()).join();
    List<PiggybackRead> sides =
        Stream.of("b", "c", "d").map(row -> PiggybackRead.of(RowRead.lockOf(key(row)))).toList();
    long before = fixture.rpcs();
    store.read(List.of(RowRead.lockOf(key("a"))), sides).join();

    assertThat(sides)
        .extracting(side -> side.answer().join().map(StoredRow::lockTime))
        .containsExactly(Optional.of(10L), Optional.of(10L), Optional.of(0L));
    assertThat(fixture.rpcs() - before).isEqualTo(2);
  }

  @Test
  void scanPagesCrossRegionsInBothDirections() {
    List<String> names = List.of("a1", "a2", "b1", "c1", "d1");
    names.forEach(row -> write(key(row), null, lock(row, 10), put(row, 9)));

    assertThat(scanAll(RowRange.all(table), false)).containsExactlyElementsOf(names);
    assertThat(scanAll(RowRange.all(table), true)).containsExactly("d1", "c1", "b1", "a2", "a1");
    RowRange middle = new RowRange(table, Bytes.toBytes("a1"), false, Bytes.toBytes("c1"), true);
    assertThat(scanAll(middle, false)).containsExactly("a2", "b1", "c1");
    assertThat(scanAll(middle, true)).containsExactly("c1", "b1", "a2");
  }

  @Test
  void pageOfOneRegionIsOneRpc() {
    Stream.of("a1", "a2", "a3").forEach(row -> write(key(row), null, lock(row, 10), put(row, 9)));
    RowRange region = new RowRange(table, Bytes.toBytes("a"), true, Bytes.toBytes("b"), false);
    long before = fixture.rpcs();

    ScanPage full = store.scan(new RangeScan(region, ColumnSelection.LOCK_ONLY, false, 2)).join();
    assertThat(fixture.rpcs() - before).isEqualTo(1);
    assertThat(full.exhausted()).isFalse();
    assertThat(full.rows()).allMatch(row -> row.cells().isEmpty() && row.lockTime() == 10);

    ScanPage rest = store.scan(new RangeScan(region, ColumnSelection.ALL, false, 10)).join();
    assertThat(fixture.rpcs() - before).isEqualTo(2);
    assertThat(rest.exhausted()).isTrue();
    assertThat(rest.rows()).hasSize(3).allMatch(row -> row.cells().size() == 1);
  }

  @Test
  void snapshotShowsEachRegionAsItWasWhenItWasOpened() throws Exception {
    List<String> names = List.of("a1", "a2", "a3", "b1", "b2", "b3", "d1", "d2", "d3");
    names.forEach(row -> write(key(row), null, lock("old", 10), put(row, 9)));
    RangeSnapshot forward = open(false, false);
    RangeSnapshot backward = open(true, false);

    names.forEach(row -> write(key(row), lock("old", 10), lock("new", 20), put(row, 19)));
    Stream.of("a0", "c1", "d4").forEach(row -> write(key(row), null, lock("new", 20)));
    fixture.flushAndCompact(table);

    assertThat(rest(forward))
        .containsExactlyElementsOf(names.stream().map(row -> row + " old").toList());
    assertThat(rest(backward).get(0)).isEqualTo("d3 old");
    assertThat(rest(backward)).isEmpty();
    forward.close();
    backward.close();
  }

  /** Both scanners see the same rows, and all that the servers have counted. */
  @Test
  void snapshotOfKeysHasTheSameRowsWithoutValues() throws Exception {
    for (String row : List.of("a1", "a2", "a3", "a4", "b1", "d1")) {
      write(key(row), null, lock("old", 10), put(row, 9), wide(row));
    }
    write(
        key("a2"),
        lock("old", 10),
        lock("new", 20),
        new Delete(Bytes.toBytes("a2")).addFamily(F, 19));
    fixture.putPlainly(table, put("a25", 9));
    fixture.putPlainly(table, put("a26", 9));
    fixture.deletePlainly(table, new Delete(Bytes.toBytes("a26")));
    fixture.deletePlainly(table, new Delete(Bytes.toBytes("a4")));
    // A page that ends behind the visible part of a row.
    write(key("b2"), null, lock("old", 10), big("b2", "a", 1_900), big("b2", "z", 10));
    Delete rest = new Delete(Bytes.toBytes("b2")).addColumns(F, Bytes.toBytes("z"), 19);
    write(key("b2"), lock("old", 10), lock("new", 20), rest);
    write(key("b3"), null, lock("old", 10), put("b3", 9));

    for (boolean reversed : List.of(false, true)) {
      RangeSnapshot rows = open(reversed, false);
      RangeSnapshot keys = open(reversed, true);
      List<StoredRow> found = all(rows);
      assertThat(all(keys))
          .extracting(StoredRow::key, StoredRow::lockTime)
          .containsExactlyElementsOf(
              found.stream()
                  .filter(row -> row.lock() != null)
                  .map(row -> tuple(row.key(), row.lockTime()))
                  .toList());
      assertThat(found).hasSize(8);
      rows.close();
      keys.close();
    }
  }

  private static Put big(String row, String column, int bytes) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Bytes.toBytes(column), 9, new byte[bytes]);
  }

  private static Put wide(String row) {
    Put put = new Put(Bytes.toBytes(row));
    for (int i = 0; i < 5; i++) {
      put.addColumn(F, Bytes.toBytes("wide-" + i), 9, new byte[1_000]);
    }
    return put;
  }

  private static List<StoredRow> all(RangeSnapshot snapshot) {
    List<StoredRow> found = new ArrayList<>();
    for (boolean exhausted = false; !exhausted; ) {
      ScanPage page = snapshot.next().join();
      found.addAll(page.rows());
      exhausted = page.exhausted();
    }
    return found;
  }

  @Test
  void snapshotOfMovedRegionIsLost() throws Exception {
    List<String> names = List.of("a1", "a2", "a3", "b1", "b2", "b3");
    names.forEach(row -> write(key(row), null, lock("old", 10), put(row, 9)));
    fixture.moveRegions(table, 0, 0, 0, 0);
    RangeSnapshot snapshot = open(false, false);
    assertThat(snapshot.next().join().rows()).hasSize(1);

    fixture.moveRegions(table, 1, 1);
    write(key("b3"), lock("old", 10), lock("new", 20));

    assertThatThrownBy(() -> rest(snapshot)).hasCauseInstanceOf(SnapshotLostException.class);
    snapshot.close();
  }

  private RangeSnapshot open(boolean reversed, boolean locksOnly) {
    return store.snapshots(all(reversed)).join().open(locksOnly).join();
  }

  private RangeScan all(boolean reversed) {
    RowRange range = RowRange.all(table);
    return new RangeScan(range, ColumnSelection.ALL, reversed, 1, 2_000);
  }

  private static List<String> rest(RangeSnapshot snapshot) {
    return all(snapshot).stream()
        .map(row -> Bytes.toString(row.key().row()) + " " + Bytes.toString(row.lock().bytes()))
        .toList();
  }

  @Test
  void storeFollowsMovedRegion() throws Exception {
    fixture.moveRegions(table, 0);
    write(key("a"), null, lock("one", 10));

    fixture.moveRegions(table, 1);
    long before = fixture.rpcs();
    assertThat(write(key("a"), lock("one", 10), lock("two", 11)).isApplied()).isTrue();
    assertThat(fixture.rpcs() - before).isGreaterThan(1);

    fixture.moveRegions(table, 2);
    assertThat(read("a").lock()).isEqualTo(lock("two", 11));

    fixture.moveRegions(table, 0);
    store.relocate(key("a")).join();
    long relocated = fixture.rpcs();
    assertThat(write(key("a"), lock("two", 11), lock("three", 12)).isApplied()).isTrue();
    assertThat(fixture.rpcs() - relocated).isEqualTo(1);
  }

  private long rpcs(List<RowRead> reads) {
    store.read(reads).join();
    long before = fixture.rpcs();
    store.read(reads).join();
    return fixture.rpcs() - before;
  }

  private List<String> scanAll(RowRange range, boolean reversed) {
    List<String> found = new ArrayList<>();
    RowRange rest = range;
    for (boolean exhausted = false; !exhausted; ) {
      ScanPage page = store.scan(new RangeScan(rest, ColumnSelection.ALL, reversed, 2)).join();
      page.rows().forEach(row -> found.add(Bytes.toString(row.key().row())));
      exhausted = page.exhausted();
      if (!exhausted) {
        rest = rest.after(page.rows().get(page.rows().size() - 1).key().row(), reversed);
      }
    }
    return found;
  }

  private StoredRow read(String row) {
    return store.read(List.of(new RowRead(key(row), ColumnSelection.ALL))).join().get(0);
  }

  private WriteOutcome write(
      RowKey key, @Nullable StoredLock expected, StoredLock lock, Mutation... data) {
    return fixture.write(key, expected, lock, data);
  }

  private RowKey key(String row) {
    return new RowKey(table, Bytes.toBytes(row));
  }

  private static Put put(String row, long timestamp) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, timestamp, Bytes.toBytes("value"));
  }

  private static StoredLock lock(String bytes, long time) {
    return new StoredLock(Bytes.toBytes(bytes), time);
  }
}
