package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Locks of rows that are written but not read, which are fetched together with rows that are read.
 */
class PiggybackReadTest {

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @BeforeEach
  void fillTable() {
    bed.committed(put("a", "f:a", "old"), put("b", "f:a", "old"), put("c", "f:a", "old"));
  }

  @Test
  void theCommitNeedNotFetchThem() {
    write("a");
    write("b");
    assertThat(readsOf(() -> bed.get(transaction, "c"))).isEqualTo(3);

    assertThat(readsOf(this::commit)).as("validation of c").isEqualTo(1);
    assertThat(bed.committedRow("a")).isEqualTo("f:a=mine");
  }

  @Test
  void theyComeOnce() {
    write("a");
    bed.get(transaction, "b");

    assertThat(readsOf(() -> bed.get(transaction, "c"))).isEqualTo(1);
  }

  @Test
  void aRowThatIsReadItselfComesOnce() {
    write("a");

    assertThat(readsOf(() -> bed.get(transaction, "a"))).isEqualTo(1);
  }

  @Test
  void rowsThatWereReadAreKnown() {
    bed.get(transaction, "a");
    write("a");

    assertThat(readsOf(() -> bed.get(transaction, "c"))).isEqualTo(1);
  }

  @Test
  void rowsInARangeThatWasReadAreNotBlind() {
    bed.scan(transaction, new Scan());
    write("a");

    assertThat(readsOf(() -> bed.get(transaction, "c"))).isEqualTo(1);
  }

  @Test
  void aRowThatChangedSinceIsNoConflict() {
    write("a");
    bed.get(transaction, "c");
    bed.committed(put("a", "f:b", "theirs"));

    assertThat(readsOf(this::commit)).as("it is looked at anew").isGreaterThan(1);
    assertThat(bed.committedRow("a")).isEqualTo("f:a=mine f:b=theirs");
  }

  @Test
  void aTransactionThatOnlyLostARaceReadsNoOtherVersion() {
    write("a");
    bed.get(transaction, "c");
    bed.committed(put("a", "f:b", "theirs"));

    assertThat(bed.get(transaction, "a")).isEqualTo("f:a=mine f:b=theirs");
    commit();
  }

  /** What the scan has met counts, not what was prefetched before. */
  @Test
  void aRowThatIsScannedLaterCountsAsTheScanHasMetIt() {
    write("a");
    bed.get(transaction, "c");
    bed.committed(put("a", "f:b", "theirs"));
    bed.scan(transaction, new Scan());

    commit();
    assertThat(bed.committedRow("a")).isEqualTo("f:a=mine f:b=theirs");
  }

  @Test
  void aComputedValueTakesItsBaseAlong() {
    bed.committed(put("n", "f:n", Bytes.toBytes(5L)));
    increment("n");
    bed.get(transaction, "c");

    assertThat(readsOf(this::commit)).as("validation of c").isEqualTo(1);
    assertThat(bed.committedRow("n")).isEqualTo("f:n=6");
  }

  @Test
  void aComputedValueIsComputedAnewAfterALostRace() {
    bed.committed(put("n", "f:n", Bytes.toBytes(5L)));
    increment("n");
    bed.get(transaction, "c");
    bed.committed(put("n", "f:n", Bytes.toBytes(7L)));

    commit();
    assertThat(bed.committedRow("n")).isEqualTo("f:n=8");
  }

  /** Its lock was fetched, the cell was not. */
  @Test
  void aValueThatIsComputedAfterwardsIsNot() {
    bed.committed(put("n", "f:n", Bytes.toBytes(5L)));
    write("n");
    bed.get(transaction, "c");
    increment("n");

    commit();
    assertThat(bed.committedRow("n")).isEqualTo("f:a=mine f:n=6");
  }

  @Test
  void whatWasSeenLongAgoIsLookedAtAnew() {
    write("a");
    bed.get(transaction, "c");
    bed.time().advance(Duration.ofMillis(21));

    assertThat(readsOf(this::commit)).as("lock of a, validation of c").isEqualTo(2);
  }

  @Test
  void manyRowsAreFetchedByTheCommit() {
    for (int i = 0; i < 101; i++) {
      write("row" + i);
    }

    assertThat(readsOf(() -> bed.get(transaction, "c"))).isEqualTo(1);
  }

  private void write(String row) {
    bed.await(transaction.write(TABLE, put(row, "f:a", "mine")));
  }

  private void increment(String row) {
    Increment increment =
        new Increment(Bytes.toBytes(row))
            .addColumn(F, Bytes.toBytes("n"), 1)
            .setReturnResults(false);
    bed.await(transaction.increment(TABLE, increment));
  }

  private void commit() {
    bed.await(transaction.commit());
  }

  private int readsOf(Runnable action) {
    int before = bed.reads();
    action.run();
    return bed.reads() - before;
  }
}
