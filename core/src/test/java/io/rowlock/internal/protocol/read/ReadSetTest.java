package io.rowlock.internal.protocol.read;

import static io.rowlock.internal.protocol.ProtocolFixture.TABLE;
import static io.rowlock.internal.protocol.ProtocolFixture.bytes;
import static io.rowlock.internal.protocol.ProtocolFixture.decided;
import static io.rowlock.internal.protocol.ProtocolFixture.key;
import static io.rowlock.internal.protocol.ProtocolFixture.rangeRead;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.lock.DecidedRow;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.ProtocolFailure.Kind;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class ReadSetTest {

  private final ReadSet reads = new ReadSet();

  @Test
  void rowThatWasNeverLookedAtHasNoVersion() {
    reads.addRow(decided("a", 5));

    assertThat(reads.versionOf(key("b"))).isEmpty();
    assertThat(reads.row(key("b"))).isNull();
  }

  @Test
  void rowReadByKeyHasTheVersionRead() {
    reads.addRow(decided("a", 5));

    assertThat(reads.versionOf(key("a"))).hasValue(5);
  }

  @Test
  void rowOfARangeHasTheVersionScanned() {
    reads.addRange(rangeRead("a", "c", "b", 7));

    assertThat(reads.versionOf(key("b"))).hasValue(7);
  }

  /** The phantom: a row that a range did not find is known to be absent. */
  @Test
  void rowThatARangeDidNotFindHasVersionZero() {
    reads.addRange(rangeRead("a", "c", "b", 7));

    assertThat(reads.versionOf(key("aa"))).hasValue(0);
    assertThat(reads.versionOf(key("c"))).isEmpty();
    assertThat(reads.versionOf(new RowKey(TableName.valueOf("other"), bytes("b")))).isEmpty();
  }

  @Test
  void secondReadOfTheSameVersionReplacesTheFirst() {
    DecidedRow second = decided("a", 5);
    reads.addRow(decided("a", 5));
    reads.addRow(second);

    assertThat(reads.row(key("a"))).isSameAs(second);
    assertThat(reads.rows()).hasSize(1);
  }

  @Test
  void secondReadOfAnotherVersionIsAConflict() {
    reads.addRow(decided("a", 5));

    assertThatThrownBy(() -> reads.addRow(decided("a", 6)))
        .isInstanceOf(ProtocolFailure.class)
        .hasMessage("A row changed between two reads of a transaction: " + key("a"))
        .extracting(failure -> ((ProtocolFailure) failure).kind())
        .isEqualTo(Kind.CONFLICT);
    assertThat(reads.versionOf(key("a"))).hasValue(5);
  }

  @Test
  void readByKeyMustAgreeWithTheRangeBefore() {
    reads.addRange(rangeRead("a", "c", "b", 7));

    reads.addRow(decided("b", 7));
    assertThatThrownBy(() -> reads.addRow(decided("aa", 3))).isInstanceOf(ProtocolFailure.class);
  }

  @Test
  void newestVersionIsThatOfAllReads() {
    assertThat(reads.newestVersion()).isZero();

    reads.addRow(decided("a", 5));
    reads.addRange(rangeRead("a", "c", "b", 7));
    reads.addRow(decided("x", 6));

    assertThat(reads.newestVersion()).isEqualTo(7);
  }

  @Test
  void collectionsAreUnmodifiable() {
    assertThatThrownBy(() -> reads.rows().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> reads.ranges().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void rangeKeepsItsOwnCopyOfTheVersions() {
    RowVersions versions = new RowVersions(false);
    versions.add(bytes("a"), 1);
    RangeRead range = new RangeRead(RowRange.all(TABLE), versions);

    versions.add(bytes("b"), 2);

    assertThat(range.versionOf(bytes("a"))).isEqualTo(1);
    assertThat(range.versionOf(bytes("b"))).isZero();
    assertThat(versions.versionOf(bytes("b"))).isEqualTo(2);
  }
}
