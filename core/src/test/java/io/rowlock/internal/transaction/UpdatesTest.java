package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static io.rowlock.internal.transaction.TestBed.show;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Increments and appends, with results and without. */
class UpdatesTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] N = Bytes.toBytes("n");

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @Test
  void incrementReturnsTheNewValues() {
    bed.committed(number("n", 5), put("row", "f:other", "x"));

    Increment increment = increment("n", 3).addColumn(F, Bytes.toBytes("absent"), 1);

    assertThat(show(bed.await(transaction.increment(TABLE, increment))))
        .isEqualTo("f:absent=1 f:n=8");
    assertSeenAndThenCommitted("f:absent=1 f:n=8 f:other=x");
  }

  @Test
  void incrementStandsOnOwnWrites() {
    bed.committed(number("n", 5));
    write(number("n", 100));
    assertThat(show(bed.await(transaction.increment(TABLE, increment("n", 1)))))
        .isEqualTo("f:n=101");
    write(new Delete(ROW).addColumns(F, N));
    assertThat(show(bed.await(transaction.increment(TABLE, increment("n", 2))))).isEqualTo("f:n=2");
    assertThat(show(bed.await(transaction.increment(TABLE, increment("n", 3))))).isEqualTo("f:n=5");
    assertSeenAndThenCommitted("f:n=5");
  }

  @Test
  void incrementWithItsResultIsARead() {
    bed.committed(number("n", 5));
    bed.await(transaction.increment(TABLE, increment("n", 1)));
    bed.committed(number("n", 50));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void appendReturnsTheNewValue() {
    bed.committed(put("row", "f:s", "ab"));

    assertThat(show(bed.await(transaction.append(TABLE, append("s", "cd"))))).isEqualTo("f:s=abcd");
    assertThat(show(bed.await(transaction.append(TABLE, append("t", "x"))))).isEqualTo("f:t=x");
    assertSeenAndThenCommitted("f:s=abcd f:t=x");
  }

  @Test
  void withoutResultsNothingIsRead() {
    bed.committed(number("n", 5));
    int reads = bed.reads();

    Result result = bed.await(transaction.increment(TABLE, blind(increment("n", 1))));

    assertThat(result.isEmpty()).isTrue();
    assertThat(bed.reads()).isEqualTo(reads);
    bed.committed(number("n", 50));
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("f:n=51");
  }

  @Test
  void blindUpdatesFoldAndAreComputedOnWhatIsCommittedAtLast() {
    bed.committed(number("n", 5), put("row", "f:s", "a"));
    bed.await(transaction.increment(TABLE, blind(increment("n", 1))));
    bed.await(transaction.increment(TABLE, blind(increment("n", 2))));
    bed.await(transaction.append(TABLE, blind(append("s", "b"))));
    bed.await(transaction.append(TABLE, blind(append("s", "c"))));
    bed.committed(put("row", "f:s", "A"));

    bed.await(transaction.commit());

    assertThat(bed.committedRow("row")).isEqualTo("f:n=8 f:s=Abc");
  }

  @Test
  void readSettlesBlindUpdatesEvenOfColumnsThatItDoesNotSelect() {
    bed.committed(number("n", 5), put("row", "f:s", "a"));
    bed.await(transaction.increment(TABLE, blind(increment("n", 1))));

    Get other = new Get(ROW).addColumn(F, Bytes.toBytes("s"));

    assertThat(show(bed.await(transaction.reads().get(TABLE, other)))).isEqualTo("f:s=a");
    assertSeenAndThenCommitted("f:n=6 f:s=a");
  }

  @Test
  void settledUpdatesAreReadsSoThatNoUpdateIsLost() {
    bed.committed(number("n", 5));
    bed.await(transaction.increment(TABLE, blind(increment("n", 1))));
    assertThat(bed.get(transaction, "row")).isEqualTo("f:n=6");
    bed.committed(number("n", 50));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void blindUpdateOfAKnownRowIsARead() {
    bed.committed(number("n", 5), put("row", "f:s", "a"));
    bed.await(transaction.reads().get(TABLE, new Get(ROW).addColumn(F, Bytes.toBytes("s"))));
    int reads = bed.reads();

    Result result = bed.await(transaction.increment(TABLE, blind(increment("n", 1))));

    assertThat(result.isEmpty()).isTrue();
    assertThat(bed.reads()).isEqualTo(reads + 1);
    assertSeenAndThenCommitted("f:n=6 f:s=a");
  }

  @Test
  void blindUpdateInARangeThatWasReadIsARead() {
    bed.committed(number("n", 5));
    bed.scan(transaction, new Scan());
    int reads = bed.reads();

    bed.await(transaction.increment(TABLE, blind(increment("n", 1))));

    assertThat(bed.reads()).isEqualTo(reads + 1);
  }

  @Test
  void scanSettlesBlindUpdates() {
    bed.committed(number("n", 5), put("other", "f:s", "a"));
    bed.await(transaction.increment(TABLE, blind(increment("n", 1))));
    bed.await(transaction.increment(TABLE, blind(increment("fresh", "n", 7))));

    assertThat(bed.scan(transaction, new Scan()))
        .containsExactly("fresh: f:n=7", "other: f:s=a", "row: f:n=6");
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("f:n=6");
    assertThat(bed.committedRow("fresh")).isEqualTo("f:n=7");
  }

  @Test
  void putAndDeleteReplaceABlindUpdate() {
    bed.committed(number("n", 5), number("m", 5));
    bed.await(transaction.increment(TABLE, blind(increment("n", 1))));
    bed.await(transaction.increment(TABLE, blind(increment("m", 1))));
    write(number("n", 9));
    write(new Delete(ROW).addColumns(F, Bytes.toBytes("m")));

    assertSeenAndThenCommitted("f:n=9");
  }

  @Test
  void blindUpdateAfterADeleteStandsOnNothing() {
    bed.committed(number("n", 5));
    write(new Delete(ROW));
    bed.await(transaction.increment(TABLE, blind(increment("n", 1))));

    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("f:n=1");
  }

  @Test
  void blindUpdateMadeDuringAReadOfTheRowIsSeenByThatRead() {
    bed.committed(number("n", 5));
    bed.holdReads();
    CompletableFuture<Result> read =
        transaction.reads().get(TABLE, new Get(ROW).addColumn(F, Bytes.toBytes("none")));
    bed.await(transaction.increment(TABLE, blind(increment("n", 1))));
    bed.deliverReads();

    assertThat(bed.await(read).isEmpty()).isTrue();
    assertSeenAndThenCommitted("f:n=6");
  }

  @Test
  void incrementsAtTheSameTimeAddUp() {
    bed.committed(number("n", 5));
    bed.holdReads();
    CompletableFuture<Result> one = transaction.increment(TABLE, increment("n", 1));
    CompletableFuture<Result> other = transaction.increment(TABLE, increment("n", 1));
    bed.deliverReads();

    assertThat(show(bed.await(one))).isEqualTo("f:n=6");
    assertThat(show(bed.await(other))).isEqualTo("f:n=7");
    assertSeenAndThenCommitted("f:n=7");
  }

  @Test
  void rowMutationsAreAppliedInOrderAndReturnWhatUpdatesReturn() throws Exception {
    bed.committed(number("n", 5), put("row", "f:s", "a"));
    RowMutations mutations = new RowMutations(ROW);
    mutations.add((Mutation) increment("n", 1));
    mutations.add((Mutation) new Delete(ROW).addColumns(F, Bytes.toBytes("s")));
    mutations.add((Mutation) append("s", "b"));
    mutations.add((Mutation) put("row", "g:x", "1"));
    mutations.add((Mutation) blind(increment("m", 2)));

    assertThat(show(bed.await(transaction.mutateRow(TABLE, mutations)))).isEqualTo("f:n=6 f:s=b");
    assertSeenAndThenCommitted("f:m=2 f:n=6 f:s=b g:x=1");
  }

  /** As in HBase, which computes each from the value before the update and returns all of them. */
  @Test
  void ofSeveralDeltasForAColumnInOneUpdateTheLastRemains() {
    bed.committed(number("n", 10), put("row", "f:s", "x"));
    Increment increment = increment("n", 1).addColumn(F, N, 4).addColumn(F, N, 2);
    assertThat(show(bed.await(transaction.increment(TABLE, increment))))
        .isEqualTo("f:n=11 f:n=14 f:n=12");
    assertThat(show(bed.await(transaction.append(TABLE, append("s", "a", "b")))))
        .isEqualTo("f:s=xa f:s=xb");
    assertSeenAndThenCommitted("f:n=12 f:s=xb");
  }

  @Test
  void alsoWhereNothingIsReturned() {
    bed.committed(number("n", 10), put("row", "f:s", "x"));
    bed.await(transaction.increment(TABLE, blind(increment("n", 1).addColumn(F, N, 2))));
    bed.await(transaction.increment(TABLE, blind(increment("n", 5))));
    bed.await(transaction.append(TABLE, blind(append("s", "a", "b"))));
    assertSeenAndThenCommitted("f:n=17 f:s=xb");
  }

  @Test
  void deltasOfOneUpdateFailTogether() {
    bed.committed(put("row", "f:n", "x"));
    Increment increment = increment("n", 1).addColumn(F, N, 4);
    assertThat(bed.failure(transaction.increment(TABLE, increment)))
        .hasMessageContaining("1 bytes wide");
    assertSeenAndThenCommitted("f:n=x");
  }

  @Test
  void updatesAmongRowMutationsReturnWhatEachHasWritten() throws Exception {
    bed.committed(number("n", 10), number("m", 20), put("row", "f:s", "x"));
    RowMutations mutations = new RowMutations(ROW);
    mutations.add((Mutation) increment("n", 1));
    mutations.add(number("n", 5));
    mutations.add((Mutation) append("s", "a"));
    mutations.add((Mutation) new Delete(ROW).addColumns(F, Bytes.toBytes("s")));
    mutations.add((Mutation) increment("m", 1));
    mutations.add((Mutation) blind(increment("m", 1)));

    assertThat(show(bed.await(transaction.mutateRow(TABLE, mutations))))
        .isEqualTo("f:m=21 f:n=11 f:s=xa");
    assertSeenAndThenCommitted("f:m=22 f:n=5");
  }

  @Test
  void failedRowMutationsChangeNothing() throws Exception {
    bed.committed(put("row", "f:s", "a"));
    RowMutations mutations = new RowMutations(ROW);
    mutations.add((Mutation) put("row", "f:x", "1"));
    mutations.add((Mutation) increment("s", 1));

    ProtocolFailure failure = bed.failure(transaction.mutateRow(TABLE, mutations));

    assertThat(failure.kind()).isEqualTo(ProtocolFailure.Kind.ILLEGAL);
    assertThat(failure).hasMessageContaining("1 bytes wide").hasMessageContaining("'f:s'");
    assertSeenAndThenCommitted("f:s=a");
  }

  @Test
  void blindIncrementOfWhatIsNoLongFailsTheCommit() {
    bed.committed(put("row", "f:s", "a"));
    bed.await(transaction.increment(TABLE, blind(increment("s", 1))));

    assertThat(bed.failure(transaction.commit()))
        .hasMessageContaining("1 bytes wide")
        .hasMessageContaining("'f:s' of row 'row'");
    assertThat(transaction.state()).isEqualTo(ActiveTransaction.State.ROLLED_BACK);
    assertThat(bed.committedRow("row")).isEqualTo("f:s=a");
  }

  private void assertSeenAndThenCommitted(String row) {
    assertThat(bed.get(transaction, "row")).isEqualTo(row);
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo(row);
  }

  private void write(Mutation mutation) {
    bed.await(transaction.write(TABLE, mutation));
  }

  private static Mutation number(String qualifier, long value) {
    return put("row", "f:" + qualifier, Bytes.toBytes(value));
  }

  private static Increment increment(String qualifier, long amount) {
    return increment("row", qualifier, amount);
  }

  private static Increment increment(String row, String qualifier, long amount) {
    return new Increment(Bytes.toBytes(row)).addColumn(F, Bytes.toBytes(qualifier), amount);
  }

  private static Append append(String qualifier, String... values) {
    Append append = new Append(ROW);
    for (String value : values) {
      append.addColumn(F, Bytes.toBytes(qualifier), Bytes.toBytes(value));
    }
    return append;
  }

  private static Increment blind(Increment increment) {
    return increment.setReturnResults(false);
  }

  private static Append blind(Append append) {
    return append.setReturnResults(false);
  }
}
