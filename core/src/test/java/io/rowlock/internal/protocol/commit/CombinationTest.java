package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static io.rowlock.internal.protocol.ProtocolFixture.rangeRead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.FactsAge;
import io.rowlock.internal.protocol.lock.Intent;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TableCatalog;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.LockPrefetch;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.junit.jupiter.api.Test;

/** What several transactions have read is what their combination has read. */
class CombinationTest {

  private static final int MOST = 3;
  private static final int MOST_ROWS = 4;

  private final Environment environment = new VirtualTime().environment(1);
  private final CommitRequest leader = request(1, new ReadSet());
  private final InMemoryRowStore store = new InMemoryRowStore();
  private final TableCatalog tables =
      new TableCatalog(store, environment.clock(), FactsAge.DEFAULT);
  private final Combination all =
      new Combination(leader, MOST, MOST_ROWS, environment.random(), new KeptVersions(tables));

  private CommitRequest request(long age, ReadSet reads) {
    return request(age, reads, new CommitGate());
  }

  private CommitRequest request(long age, ReadSet reads, CommitGate gate) {
    return request(age, Map.of(), reads, gate);
  }

  private CommitRequest writing(String row) {
    return writing(row, ColumnSelection.LOCK_ONLY);
  }

  private CommitRequest writing(String row, ColumnSelection needs) {
    return request(1, Map.of(key(row), new Replacing(needs)), new ReadSet(), new CommitGate());
  }

  private CommitRequest request(
      long age, Map<RowKey, RowWrite> writes, ReadSet reads, CommitGate gate) {
    return new CommitRequest(
        TransactionId.fresh(environment.random()),
        age,
        new TreeMap<>(writes),
        reads,
        new LockPrefetch(environment.clock()),
        Reservation.NONE,
        TransactionObserver.NONE,
        gate);
  }

  /** A write that replaces the ones before. */
  private record Replacing(ColumnSelection needs) implements RowWrite {

    @Override
    public Intent intent(List<Cell> base) {
      return Intent.builder().put(F, Q, Q).build();
    }

    @Override
    public Set<byte[]> families() {
      return intent(List.of()).families().keySet();
    }

    @Override
    public RowWrite then(RowWrite next) {
      return next;
    }
  }

  private CommitRequest combined() {
    return all.request(new CombinedGate(all.gates()));
  }

  /** An increment, say, must fail if what it meets is no number. */
  @Test
  void aWriteThatReplacesWhatIsComputedGoesByItself() {
    store.createTable(TABLE, "f");
    assertThat(tables.facts(TABLE)).isCompleted();
    assertThat(all.take(writing("a", ColumnSelection.ALL))).isTrue();
    assertThat(all.take(writing("a"))).isFalse();
    assertThat(all.take(writing("a", ColumnSelection.ALL))).isTrue();
  }

  @Test
  void itIsATransactionOfItsOwnAsOldAsTheOldest() {
    assertThat(all.take(request(0, new ReadSet()))).isTrue();
    assertThat(combined().age()).isZero();
    assertThat(combined().id()).isNotEqualTo(leader.id());
  }

  @Test
  void itHasReadWhatItsMembersHaveRead() {
    ReadSet reads = new ReadSet();
    reads.addRow(ProtocolFixture.decided("a", 7));
    reads.addRange(rangeRead("b", "d", "c", 8));
    reads.sawCell(key("x"), 99);
    assertThat(all.take(request(1, reads))).isTrue();

    assertThat(combined().reads().versionOf(key("a"))).hasValue(7);
    assertThat(combined().reads().versionOf(key("c"))).hasValue(8);
    assertThat(combined().reads().newestCell()).isEqualTo(99);
    assertThat(combined().reads().rowOfNewestCell()).isEqualTo(key("x"));
  }

  @Test
  void thoseWhoHaveReadOtherVersionsStayApart() {
    ReadSet one = new ReadSet();
    one.addRow(ProtocolFixture.decided("a", 7));
    ReadSet other = new ReadSet();
    other.addRow(ProtocolFixture.decided("a", 8));
    assertThat(all.take(request(1, one))).isTrue();
    assertThat(all.take(request(1, other))).isFalse();
    assertThat(combined().reads().versionOf(key("a"))).hasValue(7);
  }

  @Test
  void thereIsRoomForSome() {
    assertThat(all.take(request(1, new ReadSet()))).isTrue();
    assertThat(all.take(request(1, new ReadSet()))).isTrue();
    assertThat(all.take(request(1, new ReadSet()))).isFalse();
  }

  /** HBase may keep what the later one replaces. */
  @Test
  void writersOfARowStayApartWhileItsTableIsUnknown() {
    assertThat(all.take(writing("a"))).isTrue();
    assertThat(all.take(writing("a"))).isFalse();
    store.createTable(TABLE, "f");
    assertThat(all.take(writing("a"))).as("no request for the facts").isFalse();
    assertThat(tables.facts(TABLE)).isCompleted();
    assertThat(all.take(writing("a"))).isTrue();
  }

  @Test
  void writersOfOtherRowsNeedNoFacts() {
    assertThat(all.take(writing("a"))).isTrue();
    assertThat(all.take(writing("b"))).isTrue();
  }

  @Test
  void oneThatIsStoppedStaysOut() {
    CommitGate gate = new CommitGate();
    assertThat(gate.shut(ProtocolFailure.timeout("too late"))).isTrue();
    assertThat(all.take(request(1, new ReadSet(), gate))).isFalse();
  }

  @Test
  void oneThatIsStoppedLaterStopsIt() {
    CommitGate gate = new CommitGate();
    assertThat(all.take(request(1, new ReadSet(), gate))).isTrue();
    assertThat(gate.shut(ProtocolFailure.timeout("too late"))).isTrue();
    assertThatThrownBy(() -> combined().gate().pass()).isInstanceOf(ProtocolFailure.class);
  }

  @Test
  void itWritesNoMoreRowsThanATransactionMay() {
    for (String row : List.of("a", "b")) {
      assertThat(all.take(writing(row))).isTrue();
    }
    RowWrite blind = new Replacing(ColumnSelection.LOCK_ONLY);
    Map<RowKey, RowWrite> three = Map.of(key("c"), blind, key("d"), blind, key("e"), blind);
    assertThat(all.take(request(1, three, new ReadSet(), new CommitGate()))).isFalse();
    assertThat(combined().writes()).hasSize(2);
  }
}
