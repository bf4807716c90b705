package io.rowlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InMemoryRowStoreTest {

  private static final TableName TABLE = TableName.valueOf("table");
  private static final byte[] F = Bytes.toBytes("f");
  private static final byte[] Q = Bytes.toBytes("q");

  private final Script script = new Script();
  private final InMemoryRowStore store = new InMemoryRowStore(script);

  @BeforeEach
  void createTable() {
    store.createTable(TABLE, "f");
  }

  @Test
  void writeReplacesTheExpectedLock() {
    assertThat(write("row", null, lock("one", 10), put("row", 9)).kind())
        .isEqualTo(WriteOutcome.Kind.APPLIED);
    assertThat(write("row", lock("one", 10), lock("two", 11)).kind())
        .isEqualTo(WriteOutcome.Kind.APPLIED);

    StoredRow row = store.rawGet(key("row"));
    assertThat(row.lock()).isEqualTo(lock("two", 11));
    assertThat(row.cells()).hasSize(1);
  }

  @Test
  void writeIsRefusedWhenTheLockIsAnother() {
    write("row", null, lock("one", 10));

    assertThat(write("row", null, lock("two", 11), put("row", 10)))
        .isEqualTo(WriteOutcome.NOT_EQUAL);
    assertThat(write("row", lock("other", 10), lock("two", 11))).isEqualTo(WriteOutcome.NOT_EQUAL);
    assertThat(store.rawGet(key("row")).cells()).isEmpty();
  }

  @Test
  void lockWithSmallerTimestampStaysHidden() {
    write("row", null, lock("one", 10));

    assertThat(write("row", lock("one", 10), lock("too low", 9)).isApplied()).isTrue();
    assertThat(store.rawGet(key("row")).lock()).isEqualTo(lock("one", 10));
  }

  @Test
  void unknownFamilyIsRejected() {
    Put elsewhere = new Put(Bytes.toBytes("row")).addColumn(Bytes.toBytes("x"), Q, 9, Q);

    WriteOutcome outcome = write("row", null, lock("one", 10), elsewhere);

    assertThat(outcome.kind()).isEqualTo(WriteOutcome.Kind.REJECTED);
    assertThat(outcome.cause()).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(store.rawGet(key("row")).lock()).isNull();
  }

  @Test
  void unknownTableFails() {
    assertThatThrownBy(() -> store.describe(TableName.valueOf("other")).join())
        .hasCauseInstanceOf(TableNotFoundException.class);
  }

  @Test
  void writeWithoutTimestampIsMisuse() {
    Put put = new Put(Bytes.toBytes("row")).addColumn(F, Q, Q);

    assertThatThrownBy(() -> write("row", null, lock("one", 10), put))
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readAnswersEveryRowInOrder() {
    write("b", null, lock("one", 10), put("b", 9));

    List<StoredRow> rows =
        store
            .read(
                List.of(
                    RowRead.lockOf(key("b")),
                    new RowRead(key("a"), ColumnSelection.ALL),
                    new RowRead(key("b"), ColumnSelection.ALL)))
            .join();

    assertThat(rows).extracting(StoredRow::lockTime).containsExactly(10L, 0L, 10L);
    assertThat(rows).extracting(row -> row.cells().size()).containsExactly(0, 0, 1);
  }

  @Test
  void scanReadsPagesBothWays() {
    for (String row : List.of("a", "b", "c")) {
      write(row, null, lock(row, 10));
    }

    ScanPage first = scan(RowRange.all(TABLE), false);
    ScanPage last = scan(RowRange.all(TABLE).after(Bytes.toBytes("b"), false), false);
    ScanPage reversed = scan(RowRange.all(TABLE), true);

    assertThat(rows(first)).containsExactly("a", "b");
    assertThat(first.exhausted()).isFalse();
    assertThat(rows(last)).containsExactly("c");
    assertThat(last.exhausted()).isTrue();
    assertThat(rows(reversed)).containsExactly("c", "b");
  }

  @Test
  void lostRequestAndLostReplyLookAlike() {
    script.write(1, LostMessage::request).write(2, LostMessage::reply);

    assertThat(write("a", null, lock("one", 10)).kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);
    assertThat(write("b", null, lock("one", 10)).kind()).isEqualTo(WriteOutcome.Kind.MAYBE_APPLIED);

    assertThat(store.rawGet(key("a")).lock()).isNull();
    assertThat(store.rawGet(key("b")).lock()).isNotNull();
  }

  @Test
  void heldWriteArrivesOnDelivery() {
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    script.write(1, held::add);
    CompletableFuture<WriteOutcome> outcome =
        store.write(conditional("row", null, lock("one", 10)));
    assertThat(outcome).isNotDone();

    held.get(0).deliver();

    assertThat(outcome.join().isApplied()).isTrue();
  }

  @Test
  void readsCanBeFailed() {
    script.read(2, call -> call.fail(new IllegalStateException("down")));

    assertThat(store.read(List.of(RowRead.lockOf(key("a"))))).isCompleted();
    assertThat(store.read(List.of(RowRead.lockOf(key("a"))))).isCompletedExceptionally();
  }

  private WriteOutcome write(
      String row, @Nullable StoredLock expected, StoredLock lock, Mutation... data) {
    return store.write(conditional(row, expected, lock, data)).join();
  }

  private static ConditionalWrite conditional(
      String row, @Nullable StoredLock expected, StoredLock lock, Mutation... data) {
    return new ConditionalWrite(key(row), expected, lock, Arrays.asList(data), Durability.SYNC_WAL);
  }

  private ScanPage scan(RowRange range, boolean reversed) {
    return store.scan(new RangeScan(range, ColumnSelection.LOCK_ONLY, reversed, 2)).join();
  }

  private static List<String> rows(ScanPage page) {
    return page.rows().stream().map(row -> Bytes.toString(row.key().row())).toList();
  }

  private static Put put(String row, long timestamp) {
    return new Put(Bytes.toBytes(row)).addColumn(F, Q, timestamp, Bytes.toBytes("value"));
  }

  private static StoredLock lock(String bytes, long time) {
    return new StoredLock(Bytes.toBytes(bytes), time);
  }

  private static RowKey key(String row) {
    return new RowKey(TABLE, Bytes.toBytes(row));
  }
}
