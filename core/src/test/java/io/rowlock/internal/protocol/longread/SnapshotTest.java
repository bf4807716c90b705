package io.rowlock.internal.protocol.longread;

import static io.rowlock.internal.protocol.ProtocolFixture.F;
import static io.rowlock.internal.protocol.ProtocolFixture.Q;
import static io.rowlock.internal.protocol.ProtocolFixture.SETTINGS;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.DecidedPage;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.common.collect.Lists;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads of a long reader, whose first scanners are opened before its second ones. */
class SnapshotTest implements Interceptor {

  private static final int DEAD = 60;
  private static final int MOST_ATTEMPTS = 10;

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final InMemoryRowStore store = new InMemoryRowStore(fixture.cluster, this, Runnable::run);
  private final Environment environment = fixture.time.environment(7);
  private final LockProtocol protocol = new LockProtocol(store, store, environment, SETTINGS);
  private final List<String> reads = new ArrayList<>();
  private final List<Class<?>> closings = new ArrayList<>();
  private Runnable betweenOpenings = () -> {};
  private int opened;
  private boolean mayWrite = true;

  @BeforeEach
  void commitRows() {
    List.of("a", "b", "c").forEach(row -> fixture.commit(row, "old"));
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    if (++opened == 2) {
      betweenOpenings.run();
    }
    call.deliver();
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    reads.add(Bytes.toStringBinary(call.request().key().row()));
    call.deliver();
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    if (mayWrite) {
      call.deliver();
      if (call.request().key().equals(BarrierRows.closing(TABLE))) {
        closings.add(lockClass(call.request().key().row()));
      }
    } else {
      call.fail(new AccessDeniedException("Simulated"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsAreThoseOfTheInstantBetweenTheOpenings(boolean reversed) {
    Reservation snapshot = reserve(reversed);
    fixture.commit("c", "heard of");
    SnapshotRange range = claim(snapshot, reversed).orElseThrow();
    fixture.commit("b", "new");
    fixture.commit("d", "new");
    reads.clear();

    List<String> rows = List.of("a=old", "b=old", "c=heard of");
    assertThat(readAll(snapshot, range))
        .containsExactlyElementsOf(reversed ? Lists.reverse(rows) : rows);
    fixture.await(protocol.validate(new ReadSet(), snapshot, TransactionObserver.NONE));
    assertThat(opened).isEqualTo(2);
    assertThat(reads).isEmpty();
    snapshot.release();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c", "aa", "d"})
  void rowThatIsWrittenBetweenTheOpeningsIsConflict(String written) {
    betweenOpenings = () -> fixture.commit(written, "new");
    Reservation snapshot = reserve(false);
    assertThatThrownBy(() -> readAll(snapshot, false))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessageContaining("while a snapshot was opened: row '" + written + "'");
  }

  @Test
  void rowsThatNoTransactionHasWrittenAreRead() {
    fixture.rawPut("b1", "plain", 5);
    assertThat(readAll(reserve(false), false)).contains("b1=plain");

    opened = 0;
    betweenOpenings = () -> fixture.commit("b1", "new");
    Reservation snapshot = reserve(false);
    assertThatThrownBy(() -> readAll(snapshot, false)).hasMessageContaining("row 'b1'");
  }

  /** The owner is dead: the conflict takes the lock back, and the next attempt reads the row. */
  @Test
  void rowThatAnotherTransactionHoldsIsConflictUntilItIsSettled() {
    ScriptedClient owner = fixture.client();
    owner.traffic.onWrite("b COMMITTED+data", lost -> owner.pause());
    owner.begin().put("b", "new").put("c", "new").launch();

    int attempts = 0;
    while (fixture.lock("b") instanceof Prewritten || fixture.lock("c") instanceof Prewritten) {
      assertThat(++attempts).isLessThan(MOST_ATTEMPTS);
      opened = 0;
      Reservation snapshot = reserve(false);
      assertThatThrownBy(() -> readAll(snapshot, false)).isInstanceOf(ProtocolFailure.class);
    }
    opened = 0;
    assertThat(readAll(reserve(false), false)).containsExactly("a=old", "b=old", "c=old");
  }

  /** The owner is dead, and the reader cannot roll its row forward: it may only read. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void committedButUnrolledRowIsReadByTheNextAttempt(boolean reversed) {
    leaveUnrolled("b", "c");
    mayWrite = false;

    assertThatThrownBy(() -> readAll(reserve(reversed), reversed)).hasMessageContaining("row 'c'");
    opened = 0;
    List<String> rows = List.of("a=old", "b=new", "c=new");
    assertThat(readAll(reserve(reversed), reversed))
        .containsExactlyElementsOf(reversed ? Lists.reverse(rows) : rows);
    assertThat(fixture.lock("c")).isInstanceOf(Prewritten.class);
  }

  /** The leases of all of them run at the same time, and not one after the other. */
  @Test
  void rowsOfManyDeadOwnersAreSettledTogether() {
    for (int i = 0; i < DEAD; i++) {
      ScriptedClient owner = fixture.client();
      String name = "dead%02d".formatted(i);
      owner.traffic.onWrite(name + "p COMMITTED+data", lost -> owner.traffic.cutOff());
      owner.begin().put(name + "p", "new").put(name + "s", "new").launch();
      owner.pause();
    }
    long start = fixture.time.monotonicNanos();
    int attempts = 1;
    while (!isReadable()) {
      assertThat(++attempts).isLessThan(MOST_ATTEMPTS);
    }
    Duration took = Duration.ofNanos(fixture.time.monotonicNanos() - start);
    System.out.printf("%d dead clients settled in %s, %d attempts%n", DEAD, took, attempts);
    assertThat(took).isLessThan(ProtocolFixture.LEASE.plusSeconds(4));
  }

  private boolean isReadable() {
    Reservation snapshot = reserve(false);
    try {
      assertThat(readAll(snapshot, false)).containsExactly("a=old", "b=old", "c=old");
      return true;
    } catch (ProtocolFailure conflict) {
      assertThat(conflict.isConflict()).isTrue();
      return false;
    } finally {
      snapshot.release();
    }
  }

  /** Rows of the snapshot may be from before the commit. */
  @Test
  void rowOfOneThatCommitsAfterTheOpeningsIsConflict() {
    ScriptedClient owner = fixture.client();
    owner.traffic.onWrite("b COMMITTED+data", later -> {});
    owner.begin().put("b", "new").put("c", "new").launch();
    Reservation snapshot = reserve(false);
    SnapshotRange range = claim(snapshot, false).orElseThrow();
    fixture.runUntilIdle();
    assertThatThrownBy(() -> readAll(snapshot, range)).isInstanceOf(ProtocolFailure.class);
  }

  /** Commits the primary, and dies before it rolls the other row forward. */
  private void leaveUnrolled(String primary, String secondary) {
    ScriptedClient owner = fixture.client();
    owner.traffic.onWrite(
        primary + " COMMITTED+data",
        call -> {
          call.deliver();
          owner.traffic.cutOff();
        });
    owner.begin().put(primary, "new").put(secondary, "new").launch();
    owner.pause();
  }

  @Test
  void eachRangeBelongsToOneScan() {
    Reservation snapshot = reserve(false);
    assertThat(claim(snapshot, true)).isEmpty();
    assertThat(claim(snapshot, false)).isPresent();
    assertThat(claim(snapshot, false)).isEmpty();
  }

  @Test
  void nothingIsOpenedForOneThatHasEnded() {
    assertNothingIsOpenedAfter(Reservation::release);
  }

  @Test
  void nothingIsOpenedBesideOtherReads() {
    assertNothingIsOpenedAfter(Reservation::leaveSnapshot);
  }

  private void assertNothingIsOpenedAfter(Consumer<Reservation> event) {
    Reservation snapshot = reserve(false);
    event.accept(snapshot);
    assertThat(claim(snapshot, false)).isEmpty();
    assertThat(opened).isZero();
  }

  @Test
  void oneThatEndsClosesItsScanners() {
    Reservation snapshot = reserve(false);
    SnapshotRange range = claim(snapshot, false).orElseThrow();
    snapshot.release();
    assertThatThrownBy(() -> readAll(snapshot, range))
        .hasMessageContaining("its transaction ended");
  }

  @Test
  void rangeEndsWithItsFirstFailure() {
    betweenOpenings = () -> fixture.commit("b", "new");
    Reservation snapshot = reserve(false);
    SnapshotRange range = claim(snapshot, false).orElseThrow();
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> fixture.await(protocol.scan(range, 2, snapshot)))
          .hasMessageContaining("row 'b'");
    }
  }

  @Test
  void onlyReadsFromTheSnapshotNeedNoValidation() {
    Reservation snapshot = reserve(false);
    List<String> unused = readAll(snapshot, false);
    ReadSet stale = new ReadSet();
    stale.addRow(fixture.await(protocol.read(List.of(RowRead.lockOf(key("a"))), snapshot)).get(0));
    snapshot.leaveSnapshot();
    fixture.commit("a", "new");
    assertThatThrownBy(
            () -> fixture.await(protocol.validate(stale, snapshot, TransactionObserver.NONE)))
        .isInstanceOf(ProtocolFailure.class);
  }

  @Test
  void barrierIsClosedWhileTheScannersAreOpened() {
    List<Class<?>> locks = new ArrayList<>();
    betweenOpenings =
        () -> {
          locks.add(lockClass(BarrierRows.announcement(TABLE).row()));
          locks.add(lockClass(BarrierRows.closing(TABLE).row()));
        };
    Reservation snapshot = reserve(false);
    SnapshotRange range = claim(snapshot, false).orElseThrow();
    assertThat(locks).containsExactly(Prewritten.class, Prewritten.class);
    fixture.await(protocol.drain());
    assertThat(lockClass(BarrierRows.announcement(TABLE).row())).isEqualTo(Stable.class);
    assertThat(lockClass(BarrierRows.closing(TABLE).row())).isEqualTo(Stable.class);
    assertThat(readAll(snapshot, range)).hasSize(3);
  }

  @Test
  void drainWaitsForAnOpeningThatGoesOn() {
    Reservation snapshot = reserve(false);
    CompletableFuture<?> opening = Objects.requireNonNull(snapshot.snapshot()).claim(all(false));
    snapshot.release();
    assertThat(opening).isNotDone();
    fixture.await(protocol.drain());

    assertThat(opening).isDone();
    assertThat(lockClass(BarrierRows.announcement(TABLE).row())).isEqualTo(Stable.class);
    assertThat(lockClass(BarrierRows.closing(TABLE).row())).isEqualTo(Stable.class);
  }

  /** Otherwise a client that closes could leave the opening's holds and scanners behind. */
  @Test
  void drainDuringTheFirstRequestsOfAnOpeningWaitsForIt() {
    ReservationRequest request = ReservationRequest.ofLongRead(List.of(all(false)), false);
    long age = environment.clock().currentMillis();
    Reservation snapshot = fixture.await(protocol.reserve(request, age));
    List<Boolean> drained = new ArrayList<>();
    betweenOpenings = () -> drained.add(protocol.drain().isDone());

    assertThat(claim(snapshot, false)).isPresent();
    assertThat(drained).containsExactly(false);
    assertThat(protocol.drain()).isDone();
  }

  @Test
  void readersOfOneClientStopWritersOnceForAll() {
    List<CompletableFuture<Optional<SnapshotRange>>> openings = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Snapshot snapshot = Objects.requireNonNull(reserve(false).snapshot());
      openings.add(snapshot.claim(all(false)));
      fixture.time.advance(Duration.ofMillis(100));
    }
    openings.forEach(opening -> assertThat(fixture.await(opening)).isPresent());
    fixture.await(protocol.drain());

    assertThat(closings).containsExactly(Prewritten.class, Stable.class);
  }

  /** A reader that comes when the others open is late: it closes the barrier again. */
  @Test
  void readerThatComesAfterTheOpeningClosesTheBarrierAgain() {
    for (int i = 0; i < 2; i++) {
      assertThat(claim(reserve(false), false)).isPresent();
    }
    fixture.await(protocol.drain());
    assertThat(closings)
        .containsExactly(Prewritten.class, Stable.class, Prewritten.class, Stable.class);
  }

  private Class<?> lockClass(byte[] row) {
    return fixture.lock(Bytes.toString(row)).getClass();
  }

  private static RangeScan all(boolean reversed) {
    byte[] open = new byte[0];
    RowRange range = new RowRange(TABLE, open, !reversed, open, reversed);
    return new RangeScan(range, ColumnSelection.ALL, reversed, 2);
  }

  private Reservation reserve(boolean reversed) {
    ReservationRequest request = ReservationRequest.ofLongRead(List.of(all(reversed)), true);
    return fixture.await(protocol.reserve(request, environment.clock().currentMillis()));
  }

  private Optional<SnapshotRange> claim(Reservation reservation, boolean reversed) {
    Snapshot snapshot = Objects.requireNonNull(reservation.snapshot());
    return fixture.await(snapshot.claim(all(reversed)));
  }

  private List<String> readAll(Reservation reservation, boolean reversed) {
    return readAll(reservation, claim(reservation, reversed).orElseThrow());
  }

  private List<String> readAll(Reservation reservation, SnapshotRange range) {
    List<String> found = new ArrayList<>();
    for (boolean exhausted = false; !exhausted; ) {
      DecidedPage page = fixture.await(protocol.scan(range, 2, reservation));
      for (DecidedRow row : page.rows()) {
        StoredRow cells = new StoredRow(row.key(), row.cells(), null);
        String value = ProtocolFixture.value(cells, F, Q);
        if (value != null) {
          found.add(Bytes.toString(row.key().row()) + "=" + value);
        }
      }
      exhausted = page.exhausted();
    }
    return found;
  }
}
