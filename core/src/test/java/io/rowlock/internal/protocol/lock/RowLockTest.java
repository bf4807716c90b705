package io.rowlock.internal.protocol.lock;

import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Lead;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLock.Stable;
import io.rowlock.internal.protocol.lock.WriterTrail.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowLockTest {

  private static final TransactionId FORMER = new TransactionId(0, 1);
  private static final TransactionId WRITER = new TransactionId(0, 2);
  private static final TransactionId ID = new TransactionId(0, 3);
  private static final WriterTrail TRAIL = new WriterTrail(List.of(new Entry(5, FORMER)));
  private static final Stable BASE = new Stable(10, WRITER, 2, TRAIL);
  private static final RowReference PRIMARY = new RowReference(key("primary"), 7);
  private static final Lead LEAD = new Lead(List.of(), 4);

  @Test
  void fenceChangesTheFenceAlone() {
    assertThat(BASE.fenced()).isEqualTo(new Stable(10, WRITER, 3, TRAIL));
  }

  @Test
  void rolledBackRowIsItsBaseInOtherBytes() {
    assertThat(prewritten(null).rolledBack()).isEqualTo(BASE.fenced()).isNotEqualTo(BASE);
  }

  @Test
  void rolledForwardRowRemembersItsFormerWriters() {
    WriterTrail trail = new WriterTrail(List.of(new Entry(10, WRITER), new Entry(5, FORMER)));

    assertThat(prewritten(null).rolledForward()).isEqualTo(new Stable(20, ID, 0, trail));
  }

  @Test
  void committedRowBecomesWhatItsWriteMadeOfIt() {
    Committed committed = new Committed(ID, 20, List.of(PRIMARY), TRAIL);

    assertThat(committed.settled()).isEqualTo(new Stable(20, ID, 0, TRAIL));
  }

  @Test
  void decidedPartIsWhatCountsForOthers() {
    Committed committed = new Committed(ID, 20, List.of(), TRAIL);

    assertThat(BASE.decidedPart()).isSameAs(BASE);
    assertThat(prewritten(null).decidedPart()).isSameAs(BASE);
    assertThat(committed.decidedPart()).isEqualTo(committed.settled());
  }

  @Test
  void presentAndFormerWritersLeaveATrace() {
    assertThat(BASE.hasTraceOf(WRITER)).isTrue();
    assertThat(BASE.hasTraceOf(FORMER)).isTrue();
    assertThat(BASE.hasTraceOf(ID)).isFalse();
    assertThat(Stable.UNBORN.hasTraceOf(ID)).isFalse();
  }

  @Test
  void commitWouldShowAboveTheVersionOrWithinTheTrail() {
    assertThat(BASE.wouldShow(10)).isTrue();
    assertThat(BASE.wouldShow(11)).isTrue();
    assertThat(BASE.wouldShow(5)).isTrue();
    assertThat(BASE.wouldShow(4)).isFalse();
    assertThat(new Stable(10, WRITER, 0, WriterTrail.EMPTY).wouldShow(9)).isFalse();
  }

  @Test
  void beatChangesTheBeatAlone() {
    Prewritten primary = prewritten(LEAD);

    assertThat(primary.nextBeat()).isEqualTo(prewritten(new Lead(List.of(), 5)));
  }

  @Test
  void onlyAPrimaryBeats() {
    assertThat(prewritten(LEAD).isPrimary()).isTrue();
    assertThat(prewritten(null).isPrimary()).isFalse();
    assertThatThrownBy(() -> prewritten(null).nextBeat()).isInstanceOf(IllegalStateException.class);
  }

  private static Prewritten prewritten(Lead lead) {
    return new Prewritten(ID, BASE, 20, Intent.EMPTY, PRIMARY, 1, 2, lead);
  }
}
