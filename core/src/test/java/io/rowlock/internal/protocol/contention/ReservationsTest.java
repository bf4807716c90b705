package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a repeated transaction reserves before it runs. */
class ReservationsTest {

  private static final int MAX_ROWS = ProtocolFixture.SETTINGS.maxRows();
  private static final SortedSet<RowKey> MANY = rows("read", MAX_ROWS + 1);

  private final VirtualTime time = new VirtualTime();
  private final InMemoryRowStore store = new InMemoryRowStore();
  private final LockProtocol protocol = protocol();

  @Test
  void firstAttemptYields() {
    assertThat(reserve(ReservationRequest.FIRST)).isSameAs(Reservation.YIELDING);
  }

  @Test
  void retryTakesEveryRowThatItTouched() {
    SortedSet<RowKey> written = rows("row", 2);
    Reservation reservation = reserve(new ReservationRequest(rows("row", 5), written, false, true));

    assertThat(reservation).isInstanceOf(RowHold.class);
    assertThat(protocol.isInLine(of(rows("row", 1)))).isTrue();
    assertThat(lockedIn(rows("row", 9))).isEqualTo(rows("row", 5));
  }

  @Test
  void retryThatHasReadTooManyRowsTakesThoseThatItWrote() {
    Reservation reservation =
        reserve(new ReservationRequest(MANY, rows("written", 2), false, true));

    assertThat(reservation).isInstanceOf(RowHold.class);
    assertThat(lockedIn(rows("written", 9))).isEqualTo(rows("written", 2));
    assertThat(lockedIn(rows("read", 9))).isEmpty();
  }

  /** It waits for no turn, so it must pause before it runs again. */
  @Test
  void retryThatCanTakeNothingNeitherYieldsNorIsInLine() {
    ReservationRequest tooMany = new ReservationRequest(MANY, MANY, false, true);
    ReservationRequest readOnly = new ReservationRequest(MANY, rows("written", 0), false, true);
    Reservation other =
        reserve(new ReservationRequest(rows("read", 1), rows("read", 0), false, false));

    for (ReservationRequest request : new ReservationRequest[] {tooMany, readOnly}) {
      Reservation reservation = reserve(request);
      assertThat(reservation).isSameAs(Reservation.NONE);
      assertThat(protocol.isInLine(request)).isFalse();
    }
    assertThat(protocol.isInLine(of(rows("read", 1)))).isTrue();
    other.release();
  }

  private SortedSet<RowKey> lockedIn(SortedSet<RowKey> rows) {
    SortedSet<RowKey> locked = new TreeSet<>(rows);
    locked.removeIf(row -> store.rawGet(row).lock() == null);
    return locked;
  }

  private Reservation reserve(ReservationRequest request) {
    return time.await(protocol.reserve(request, 1));
  }

  private static ReservationRequest of(SortedSet<RowKey> rows) {
    return new ReservationRequest(rows, rows, false, false);
  }

  private static SortedSet<RowKey> rows(String prefix, int count) {
    SortedSet<RowKey> rows = new TreeSet<>();
    IntStream.range(0, count).forEach(i -> rows.add(key(prefix + i)));
    return rows;
  }

  private LockProtocol protocol() {
    store.createTable(TABLE, "f");
    return new LockProtocol(store, store, time.environment(1), ProtocolFixture.SETTINGS);
  }
}
