package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static io.rowlock.internal.protocol.ProtocolFixture.rangeRead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.commit.CommitRequest;
import io.rowlock.internal.protocol.commit.Hold;
import io.rowlock.internal.protocol.commit.RowWrite;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Blind writers of the same rows may commit as one. */
class CombinationTest {

  private final Environment environment = new VirtualTime().environment(1);
  private final CommitRequest leader = writing("a");
  private final InMemoryRowStore store = new InMemoryRowStore();
  private final TableCatalog tables =
      new TableCatalog(store, environment.clock(), FactsAge.DEFAULT);
  private final Combination all =
      new Combination(Member.of(leader), environment.random(), new KeptVersions(tables));

  private CommitRequest writing(String row) {
    return writing(row, ColumnSelection.LOCK_ONLY);
  }

  private CommitRequest writing(String row, ColumnSelection needs) {
    return request(1, Map.of(key(row), new Replacing(needs)), new ReadSet(), new CommitGate());
  }

  private CommitRequest writing(long age, CommitGate gate) {
    RowWrite blind = new Replacing(ColumnSelection.LOCK_ONLY);
    return request(age, Map.of(key("a"), blind), new ReadSet(), gate);
  }

  @BeforeEach
  void tableKeepsOneVersion() {
    store.createTable(TABLE, "f");
    assertThat(tables.facts(TABLE)).isCompleted();
  }

  private CommitRequest request(
      long age, Map<RowKey, RowWrite> writes, ReadSet reads, CommitGate gate) {
    return new CommitRequest(
        TransactionId.fresh(environment.random()),
        age,
        new TreeMap<>(writes),
        reads,
        new LockPrefetch(environment.clock()),
        Hold.NONE,
        TransactionObserver.NONE,
        gate);
  }

  /** The queue is locked while their writes are composed. */
  @Test
  void largeTransactionsGoAlone() {
    RowWrite blind = new Replacing(ColumnSelection.LOCK_ONLY);
    Map<RowKey, RowWrite> writes = new TreeMap<>();
    for (int row = 0; row < Combination.MAX_ROWS; row++) {
      writes.put(key("row-" + row), blind);
    }
    assertThat(Combination.mayCombine(request(1, writes, new ReadSet(), new CommitGate())))
        .isTrue();
    writes.put(key("one more"), blind);
    assertThat(Combination.mayCombine(request(1, writes, new ReadSet(), new CommitGate())))
        .isFalse();
  }

  private CommitRequest request() {
    return all.request(all.gate());
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

  /** An increment, say, must fail if what it meets is no number. */
  @Test
  void aWriteThatReplacesWhatIsComputedGoesByItself() {
    assertThat(all.take(Member.of(writing("a", ColumnSelection.ALL)))).isTrue();
    assertThat(all.take(Member.of(writing("a")))).isFalse();
    assertThat(all.take(Member.of(writing("a", ColumnSelection.ALL)))).isTrue();
  }

  @Test
  void itIsATransactionOfItsOwnAsOldAsTheOldest() {
    assertThat(all.take(Member.of(writing(0, new CommitGate())))).isTrue();
    assertThat(request().age()).isZero();
    assertThat(request().id()).isNotEqualTo(leader.id());
  }

  @Test
  void whatHasReadAnythingIsNotBlind() {
    ReadSet rows = new ReadSet();
    rows.addRow(ProtocolFixture.decided("x", 7));
    ReadSet ranges = new ReadSet();
    ranges.addRange(rangeRead("b", "d", "c", 8));
    ReadSet cells = new ReadSet();
    cells.sawCell(key("a"), 99);
    for (ReadSet reads : List.of(rows, ranges, cells)) {
      assertThat(Combination.mayCombine(request(1, Map.of(), reads, new CommitGate()))).isFalse();
    }
    assertThat(Combination.mayCombine(leader)).isTrue();
  }

  @Test
  void onlyWritersOfTheSameRowsJoin() {
    RowWrite blind = new Replacing(ColumnSelection.LOCK_ONLY);
    Map<RowKey, RowWrite> more = Map.of(key("a"), blind, key("b"), blind);
    assertThat(all.take(Member.of(request(1, more, new ReadSet(), new CommitGate())))).isFalse();
    assertThat(all.take(Member.of(writing("b")))).isFalse();
    assertThat(all.take(Member.of(writing("a")))).isTrue();
    assertThat(request().writes()).containsOnlyKeys(key("a"));
  }

  /** HBase may keep what the later one replaces. */
  @Test
  void writersStayApartWhileTheirTableIsUnknown() {
    KeptVersions unknown =
        new KeptVersions(new TableCatalog(store, environment.clock(), FactsAge.DEFAULT));
    Combination apart = new Combination(Member.of(leader), environment.random(), unknown);
    assertThat(apart.take(Member.of(writing("a")))).isFalse();
  }

  @Test
  void oneThatIsStoppedStopsIt() {
    CommitGate gate = new CommitGate();
    assertThat(all.take(Member.of(writing(1, gate)))).isTrue();
    assertThat(gate.shut(ProtocolFailure.timeout("too late"))).isTrue();
    assertThatThrownBy(all.gate()::pass).isInstanceOf(ProtocolFailure.class);
  }

  /** Whatever is left of it keeps the turn of its leader. */
  @Test
  void itGoesOnWithoutItsLeader() {
    CommitRequest first = leader.with(Reservation.YIELDING);
    Combination two =
        new Combination(Member.of(first), environment.random(), new KeptVersions(tables));
    CommitRequest next = writing(2, new CommitGate());
    assertThat(two.take(Member.of(next))).isTrue();

    CommitRequest rest = two.of(List.of(Member.of(next))).request(two.gate());
    assertThat(rest.hold()).isSameAs(first.hold());
    assertThat(rest.age()).isEqualTo(2);
  }
}
