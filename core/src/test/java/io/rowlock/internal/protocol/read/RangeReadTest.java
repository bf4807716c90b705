package io.rowlock.internal.protocol.read;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.failureOf;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.rowlock.internal.protocol.LeftOver;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.protocol.lock.WriterTrail;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ColumnSlice;
import io.rowlock.internal.store.LockColumn;
import io.rowlock.internal.store.RowRead;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;

/** Scans, and their validation page by page. */
class RangeReadTest {

  private static final int PAGE_ROWS = 1_000;

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final ScriptedClient client = fixture.client();
  private final ScriptedTransaction tx = client.begin();

  @Test
  void scanShowsCommittedIntentsThatAreNotAppliedYet() {
    fixture.commit("a", "old");
    fixture.commit("b", "old");
    LeftOver.COMMITTED.leaveIn(fixture);

    assertThat(tx.scan("a", "z")).containsExactly("a", "b");
    assertThat(tx.get("b")).isEqualTo("oldD");
    tx.commit();
    assertThat(client.traffic.writes()).isEmpty();
  }

  /** The new row has nothing but a lock, and exists nevertheless. */
  @Test
  void scanShowsARowThatIsOnlyAnIntent() {
    ScriptedClient dead = fixture.client();
    dead.traffic.onWrite("~n STABLE+data", call -> dead.traffic.cutOff());
    dead.begin().put("a", "new").put("n", "new").commit();

    assertThat(tx.scan("b", "z")).containsExactly("n");
  }

  @Test
  void scanWaitsForUndecidedRowsAndGivesUp() {
    fixture.commit("a", "old");
    fixture.commit("b", "old");
    LeftOver.UNDECIDED.leaveIn(fixture);

    assertThat(catchThrowable(() -> tx.scan("a", "z")))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageContaining("has not finished with: row 'b'");
  }

  @Test
  void longRangeIsValidatedInPages() {
    fillRows(2 * PAGE_ROWS + 1);
    tx.scanAll();

    client.traffic.clear();
    tx.put("a", "new").commit();

    assertThat(client.traffic.scans()).isEqualTo(3);
    fixture.assertStable("a", "new");
  }

  /** The last page is full, so that only one more read shows that nothing follows. */
  @Test
  void fullPagesAreFollowedByAnEmptyOne() {
    fillRows(PAGE_ROWS);
    tx.scanAll();

    client.traffic.clear();
    tx.put("row00000", "new").commit();

    assertThat(client.traffic.scans()).isEqualTo(2);
  }

  @Test
  void changeOnTheLastPageIsAConflict() {
    fillRows(2 * PAGE_ROWS + 1);
    tx.scanAll();
    fixture.commit("zzz", "phantom");

    assertThat(failureOf(tx.put("a", "new")).isConflict()).isTrue();
  }

  @Test
  void changeOnAPageBoundaryIsAConflict() {
    fillRows(2 * PAGE_ROWS);
    tx.scanAll();
    fixture.commit("row00999", "changed");

    assertThat(failureOf(tx.put("a", "new")).isConflict()).isTrue();
  }

  /** Only a vacuum removes a lock, and only that of a row without data. */
  @Test
  void rowThatVanishedFromTheFirstPageIsAConflict() {
    fillRows(2 * PAGE_ROWS);
    tx.scanAll();
    Delete gone = new Delete(bytes("row00500"));
    gone.addColumns(LockColumn.family(), LockColumn.qualifier(), 11);
    fixture.cluster.rawWrite(TABLE, gone);

    assertThat(failureOf(tx.put("a", "new")).isConflict()).isTrue();
  }

  /** The intent that is laid over a slice would change where it ends. */
  @Test
  void rowWithACommittedIntentIsReadAsAWholeForASlice() {
    fixture.commit("b", "old");
    Put before = new Put(bytes("b")).addColumn(F, bytes("a"), 1, bytes("1"));
    fixture.cluster.rawWrite(TABLE, before);
    LeftOver.COMMITTED.leaveIn(fixture);

    RowRead slice =
        new RowRead(key("b"), ColumnSelection.ALL, new ColumnSlice(bytes("z"), bytes(""), 1));
    List<DecidedRow> rows = fixture.await(client.protocol.read(List.of(slice), Reservation.NONE));
    assertThat(rows.get(0).cells()).hasSize(2);
  }

  private void fillRows(int count) {
    Stable lock = new Stable(10, null, 0, WriterTrail.EMPTY);
    List<byte[]> column = List.of(LockColumn.family(), LockColumn.qualifier());
    for (int i = 0; i < count; i++) {
      Put put = new Put(bytes(String.format(Locale.ROOT, "row%05d", i)));
      put.addColumn(column.get(0), column.get(1), 11, RowLockCodec.encode(lock));
      fixture.cluster.rawWrite(TABLE, put);
    }
  }
}
