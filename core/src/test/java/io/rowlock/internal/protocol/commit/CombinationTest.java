package io.rowlock.internal.protocol.commit;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static io.rowlock.internal.protocol.ProtocolFixture.rangeRead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.protocol.read.LockPrefetch;
import io.rowlock.internal.protocol.read.ReadSet;
import io.rowlock.internal.store.Environment;
import io.rowlock.simulation.VirtualTime;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What several transactions have read is what their combination has read. */
class CombinationTest {

  private static final int MOST = 3;

  private final Environment environment = new VirtualTime().environment(1);
  private final CommitRequest leader = request(1, new ReadSet());
  private final Combination all = new Combination(leader, MOST, environment.random());

  private CommitRequest request(long age, ReadSet reads) {
    return request(age, reads, new CommitGate());
  }

  private CommitRequest request(long age, ReadSet reads, CommitGate gate) {
    return new CommitRequest(
        TransactionId.fresh(environment.random()),
        age,
        new TreeMap<>(),
        reads,
        new LockPrefetch(environment.clock()),
        Reservation.NONE,
        TransactionObserver.NONE,
        gate);
  }

  private CommitRequest combined() {
    return all.request(Reservation.NONE);
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
}
