package io.rowlock.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.ProtocolFixture;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Rows are known as far as scans have come, however many there are and whichever is ahead. */
class ReadLogTest {

  private final ReadLog log = new ReadLog();

  @Test
  void scansUnderWayKnowWhatTheyHavePassed() {
    ConsumedRange forward = scan(false);
    ConsumedRange backward = scan(true);
    assertThat(contained("", "m", "z")).containsExactly(false, false, false);

    forward.meetNothing(key("c"));
    backward.meetNothing(key("x"));
    assertThat(contained("a", "c", "d", "w", "x", "z"))
        .containsExactly(true, true, false, false, true, true);

    forward.meetNothing(key("e"));
    backward.finish();
    assertThat(contained("e", "f", "w")).containsExactly(true, true, true);
  }

  @Test
  void rowThatNoScanHasSeenIsOfVersionZero() {
    ConsumedRange first = scan(false);
    first.meetNothing(key("c"));
    scan(false).meetNothing(key("a"));

    log.check(key("b"), 0, null);
    log.check(key("d"), 7, null);
    assertThatThrownBy(() -> log.check(key("b"), 7, null)).isInstanceOf(ProtocolFailure.class);
  }

  @Test
  void rowsThatAllScansHaveMetAreCounted() {
    ConsumedRange first = scan(false);
    first.meet(ProtocolFixture.decided("a", 7));
    ConsumedRange second = scan(true);
    second.meet(ProtocolFixture.decided("z", 0));
    first.meet(ProtocolFixture.decided("c", 8));
    first.meetNothing(key("d"));
    second.finish();

    assertThat(log.rowsMet()).isEqualTo(3);
  }

  private boolean[] contained(String... rows) {
    boolean[] known = new boolean[rows.length];
    for (int i = 0; i < rows.length; i++) {
      known[i] = log.contains(key(rows[i]));
    }
    return known;
  }

  private ConsumedRange scan(boolean reversed) {
    ConsumedRange range = new ConsumedRange(RowRange.all(TestBed.TABLE), reversed);
    log.add(range);
    return range;
  }

  private static RowKey key(String row) {
    return new RowKey(TestBed.TABLE, Bytes.toBytes(row));
  }
}
