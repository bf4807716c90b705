package io.rowlock.internal.protocol.contention;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.LockProtocol;
import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.commit.Claim;
import io.rowlock.internal.store.RowKey;
import io.rowlock.simulation.InMemoryRowStore;
import io.rowlock.simulation.VirtualTime;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a transaction that is repeated takes before it runs. */
class ClaimsTest {

  private static final int MAX_ROWS = ProtocolFixture.SETTINGS.maxRows();
  private static final SortedSet<RowKey> MANY = rows("read", MAX_ROWS + 1);

  private final VirtualTime time = new VirtualTime();
  private final InMemoryRowStore store = new InMemoryRowStore();
  private final LockProtocol protocol = protocol();

  @Test
  void firstAttemptYields() {
    assertThat(claim(ClaimRequest.FIRST).yields()).isTrue();
  }

  @Test
  void retryTakesEveryRowThatItTouched() {
    SortedSet<RowKey> written = rows("row", 2);
    Claim claim = claim(new ClaimRequest(rows("row", 5), written, true));

    assertThat(claim.isInTurn()).isTrue();
    assertThat(protocol.isInLine(of(rows("row", 1)))).isTrue();
    assertThat(lockedIn(rows("row", 9))).isEqualTo(rows("row", 5));
  }

  @Test
  void retryThatHasReadTooManyRowsTakesThoseThatItWrote() {
    Claim claim = claim(new ClaimRequest(MANY, rows("written", 2), true));

    assertThat(claim.yields()).isFalse();
    assertThat(claim.isInTurn()).isTrue();
    assertThat(lockedIn(rows("written", 9))).isEqualTo(rows("written", 2));
    assertThat(lockedIn(rows("read", 9))).isEmpty();
  }

  /** It waits for nobody's turn: so it has to pause before it runs again. */
  @Test
  void retryThatCanTakeNothingNeitherYieldsNorIsInLine() {
    ClaimRequest tooMany = new ClaimRequest(MANY, MANY, true);
    ClaimRequest readOnly = new ClaimRequest(MANY, rows("written", 0), true);
    Claim other = claim(new ClaimRequest(rows("read", 1), rows("read", 0), false));

    for (ClaimRequest request : new ClaimRequest[] {tooMany, readOnly}) {
      Claim claim = claim(request);
      assertThat(claim.yields()).isFalse();
      assertThat(claim.isInTurn()).isFalse();
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

  private Claim claim(ClaimRequest request) {
    return time.await(protocol.claim(request, 1));
  }

  private static ClaimRequest of(SortedSet<RowKey> rows) {
    return new ClaimRequest(rows, rows, false);
  }

  private static SortedSet<RowKey> rows(String prefix, int count) {
    SortedSet<RowKey> rows = new TreeSet<>();
    IntStream.range(0, count).forEach(i -> rows.add(key(prefix + i)));
    return rows;
  }

  private LockProtocol protocol() {
    store.createTable(TABLE, "f");
    return new LockProtocol(store, store, time.surroundings(1), ProtocolFixture.SETTINGS);
  }
}
