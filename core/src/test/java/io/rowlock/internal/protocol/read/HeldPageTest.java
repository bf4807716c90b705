package io.rowlock.internal.protocol.read;

import static io.rowlock.internal.protocol.ProtocolFixture.LEASE;
import static io.rowlock.internal.protocol.ProtocolFixture.LOCK_WAIT;
import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.ScriptedClient;
import io.rowlock.internal.protocol.ScriptedTransaction;
import io.rowlock.internal.protocol.contention.Reservation;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.longread.Snapshot;
import io.rowlock.internal.protocol.longread.SnapshotRange;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRange;
import io.rowlock.internal.store.RowRead;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.RequestMeter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A page of rows that one transaction holds costs a reader requests in proportion to its rows: the
 * primary is judged once for all of them.
 */
class HeldPageTest {

  /** Looks at a lock in one lock wait, with the pauses of {@link WaitPolicy}. */
  private static final int LOOKS = 120;

  private static final ProtocolSettings SETTINGS =
      new ProtocolSettings(LEASE, LOCK_WAIT, 20_000, 10_000_000, false, 100);

  private final ProtocolFixture fixture = new ProtocolFixture();
  private final RequestMeter meter = new RequestMeter(fixture.time, Duration.ofMillis(1));
  private final InMemoryRowStore store =
      new InMemoryRowStore(fixture.cluster, meter, Runnable::run);
  private final LockProtocol reader =
      new LockProtocol(store, store, fixture.time.environment(99), SETTINGS);
  private final RangeScan page =
      new RangeScan(RowRange.all(TABLE), ColumnSelection.ALL, false, 10_000);

  private static String row(int number) {
    return "r%07d".formatted(number);
  }

  private static ScriptedTransaction writes(ScriptedClient owner, int rows) {
    ScriptedTransaction transaction = owner.begin();
    IntStream.range(0, rows).forEach(i -> transaction.put(row(i), "new"));
    return transaction;
  }

  /** Leaves all rows but the first one prewritten: the owner dies before its commit point. */
  private void dieBeforeCommitting(int rows) {
    ScriptedClient owner = fixture.client(SETTINGS);
    owner.traffic.onWrite(row(0) + " COMMITTED+data", lost -> owner.traffic.cutOff());
    writes(owner, rows).launch();
    owner.pause();
    assertThat(fixture.lock(row(0))).isInstanceOf(Stable.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 400, 800})
  void readersOfALiveCommitAskForAllOfItsRowsTogether(int rows) {
    dieBeforeCommitting(rows);

    assertThat(readsPage()).isFalse();

    assertThat(meter.reads()).as("rows read").isLessThanOrEqualTo(2 * LOOKS);
    assertThat(meter.mostAtOnce()).as("requests at once").isLessThanOrEqualTo(rows);
    assertThat(meter.writes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 400, 800})
  void aDeadCommitIsRolledBackWithOneFenceForRowsReadByKey(int rows) {
    dieBeforeCommitting(rows);
    List<RowRead> reads =
        IntStream.range(0, rows)
            .mapToObj(i -> new RowRead(key(row(i)), ColumnSelection.ALL))
            .toList();

    assertSettled(rows, rows, () -> succeeds(reader.read(reads, Reservation.NONE)));
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 400, 800})
  void aDeadCommitInASnapshotIsRolledBackWithOneFence(int rows) {
    dieBeforeCommitting(rows);

    assertSettled(rows, 0, this::readsSnapshot);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 400, 800})
  void rowsThatAreNotRolledForwardAreReadWithOneLookAtTheirPrimary(int rows) {
    ScriptedClient owner = fixture.client(SETTINGS);
    IntStream.range(1, rows)
        .forEach(i -> owner.traffic.onWrite("~" + row(i) + " STABLE+data", lost -> {}));
    writes(owner, rows).launch();

    assertThat(readsPage()).isTrue();

    assertThat(meter.reads()).as("rows read").isOne();
    assertThat(meter.writes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 400, 800})
  void aDeadCommitIsRolledBackWithOneFence(int rows) {
    dieBeforeCommitting(rows);

    assertSettled(rows, 0, this::readsPage);
  }

  /**
   * Reads until that succeeds, after a lease. Each row is read a few times, and written once.
   *
   * @param requested how many rows one attempt reads by key
   */
  private void assertSettled(int rows, int requested, Supplier<Boolean> read) {
    int attempts = 1;
    while (!read.get()) {
      assertThat(++attempts).isLessThan(20);
    }
    fixture.await(reader.drain());
    System.out.printf("%d rows, %d attempts: %s%n", rows, attempts, meter);
    assertThat(meter.reads())
        .as("rows read")
        .isLessThanOrEqualTo(2 * rows + attempts * (requested + 2 * LOOKS));
    assertThat(meter.writes()).as("writes").isLessThanOrEqualTo(rows + 10 * attempts);
    assertThat(meter.writesOf(key(row(0)))).as("writes of the primary").isLessThanOrEqualTo(2);
    assertThat(meter.mostAtOnce()).as("requests at once").isLessThanOrEqualTo(2 * rows);
    IntStream.range(0, rows)
        .forEach(i -> assertThat(fixture.lock(row(i))).isInstanceOf(Stable.class));
  }

  private boolean readsPage() {
    return succeeds(reader.scan(page, Reservation.NONE));
  }

  private boolean readsSnapshot() {
    Reservation reservation =
        fixture.await(reader.reserve(ReservationRequest.ofLongRead(List.of(page), false), 1));
    try {
      Snapshot snapshot = Objects.requireNonNull(reservation.snapshot());
      SnapshotRange range = fixture.await(snapshot.claim(page)).orElseThrow();
      return succeeds(reader.scan(range, 10_000, reservation));
    } finally {
      reservation.release();
    }
  }

  private boolean succeeds(CompletableFuture<?> read) {
    try {
      fixture.await(read);
      return true;
    } catch (ProtocolFailure conflict) {
      assertThat(conflict.isConflict()).isTrue();
      return false;
    }
  }
}
