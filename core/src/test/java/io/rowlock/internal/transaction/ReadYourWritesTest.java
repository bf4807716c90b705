package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.G;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static io.rowlock.internal.transaction.TestBed.show;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ReadYourWritesTest {

  private static final byte[] ROW = Bytes.toBytes("row");

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @Test
  void ownPutIsSeenBeforeTheCommitAndOnlyHere() {
    write(put("row", "f:a", "1"));

    assertThat(bed.get(transaction, "row")).isEqualTo("f:a=1");
    assertThat(bed.committedRow("row")).isEmpty();

    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo("f:a=1");
  }

  @Test
  void ownCellsShowTheLatestTimestampAndCommittedOnesTheirs() {
    bed.committed(put("row", "f:old", "1"));
    write(put("row", "f:own", "2"));

    Result result = bed.await(transaction.reads().get(TABLE, new Get(ROW)));

    assertThat(timestamp(result, "own")).isEqualTo(HConstants.LATEST_TIMESTAMP);
    assertThat(timestamp(result, "old")).isBetween(1L, HConstants.LATEST_TIMESTAMP - 1);
  }

  private static long timestamp(Result result, String qualifier) {
    return result.getColumnLatestCell(F, Bytes.toBytes(qualifier)).getTimestamp();
  }

  @Test
  void lastOperationOnAColumnWins() {
    bed.committed(put("row", "f:a", "0"), put("row", "f:b", "0"));
    write(put("row", "f:a", "1"));
    write(put("row", "f:a", "2"));
    write(put("row", "f:b", "1"));
    write(deleteColumn("f:b"));
    write(deleteColumn("f:c"));
    write(put("row", "f:c", "3"));

    assertSeenAndThenCommitted("f:a=2 f:c=3");
  }

  @Test
  void deletedFamilyIsEmptyUntilWrittenAgain() {
    bed.committed(put("row", "f:a", "0"), put("row", "f:b", "0"), put("row", "g:a", "0"));
    write(put("row", "f:c", "1"));
    write(new Delete(ROW).addFamily(F));
    write(put("row", "f:b", "2"));

    assertSeenAndThenCommitted("f:b=2 g:a=0");
  }

  @Test
  void deletedRowIsEmptyUntilWrittenAgain() {
    bed.committed(put("row", "f:a", "0"), put("row", "g:a", "0"));
    write(put("row", "g:b", "1"));
    write(new Delete(ROW));

    assertThat(bed.await(transaction.reads().get(TABLE, new Get(ROW))))
        .isSameAs(Result.EMPTY_RESULT);

    write(put("row", "g:c", "2"));
    assertSeenAndThenCommitted("g:c=2");
  }

  @Test
  void deleteOfEverythingLeavesNoRow() {
    bed.committed(put("row", "f:a", "0"));
    write(deleteColumn("f:a"));

    assertSeenAndThenCommitted("");
  }

  @Test
  void columnsAreSelected() {
    bed.committed(put("row", "f:a", "0"), put("row", "f:b", "0"), put("row", "g:a", "0"));
    write(put("row", "f:a", "1"));
    write(put("row", "f:c", "1"));
    write(put("row", "g:b", "1"));

    assertThat(get(new Get(ROW).addColumn(F, Bytes.toBytes("a")))).isEqualTo("f:a=1");
    assertThat(get(new Get(ROW).addColumn(F, Bytes.toBytes("c")))).isEqualTo("f:c=1");
    assertThat(get(new Get(ROW).addFamily(G))).isEqualTo("g:a=0 g:b=1");
    assertThat(get(new Get(ROW).addFamily(G).addColumn(F, Bytes.toBytes("b"))))
        .isEqualTo("f:b=0 g:a=0 g:b=1");
    assertThat(get(new Get(ROW).addColumn(F, Bytes.toBytes("none")))).isEmpty();
  }

  @Test
  void existenceSeesOwnWrites() {
    assertThat(exists()).isFalse();
    write(put("row", "f:a", "1"));
    assertThat(exists()).isTrue();
    write(new Delete(ROW));
    assertThat(exists()).isFalse();
  }

  private boolean exists() {
    Get get = new Get(ROW).setCheckExistenceOnly(true);
    Result result = bed.await(transaction.reads().get(TABLE, get));
    assertThat(result.isEmpty()).isTrue();
    return result.getExists();
  }

  @Test
  void severalRowsAreAnsweredInTheOrderAsked() {
    bed.committed(put("a", "f:a", "0"), put("b", "f:a", "0"));
    write(put("b", "f:a", "1"));
    List<Get> gets =
        List.of(
            new Get(Bytes.toBytes("b")),
            new Get(Bytes.toBytes("c")),
            new Get(Bytes.toBytes("a")),
            new Get(Bytes.toBytes("b")).addFamily(G));

    List<Result> results = bed.await(transaction.reads().getAll(TABLE, gets));

    assertThat(results).extracting(TestBed::show).containsExactly("f:a=1", "", "f:a=0", "");
  }

  @Test
  void noGetsNoResults() {
    assertThat(bed.await(transaction.reads().getAll(TABLE, List.of()))).isEmpty();
  }

  @Test
  void batchOfWritesIsFoldedInItsOrder() {
    bed.await(
        transaction.writeAll(
            TABLE,
            List.of(
                put("row", "f:a", "1"),
                put("other", "f:a", "1"),
                new Delete(ROW),
                put("row", "f:b", "2"))));

    assertThat(bed.get(transaction, "other")).isEqualTo("f:a=1");
    assertSeenAndThenCommitted("f:b=2");
  }

  @Test
  void batchWithARefusedWriteBuffersNothing() {
    bed.failure(
        transaction.writeAll(TABLE, List.of(put("row", "f:a", "1"), put("row", "unknown:a", "1"))));

    assertSeenAndThenCommitted("");
  }

  @Test
  void putAndDeleteOfARowFoldInOrder() throws Exception {
    bed.committed(put("row", "f:a", "0"), put("row", "f:b", "0"));
    RowMutations mutations = new RowMutations(ROW);
    mutations.add((Mutation) new Delete(ROW));
    mutations.add((Mutation) put("row", "f:c", "1"));
    int reads = bed.reads();

    assertThat(bed.await(transaction.mutateRow(TABLE, mutations)).isEmpty()).isTrue();

    assertThat(bed.reads()).isEqualTo(reads);
    assertSeenAndThenCommitted("f:c=1");
  }

  @Test
  void rowsKeepTheirKeysWhenTheCallerReusesItsArray() {
    byte[] row = ROW.clone();
    bed.await(transaction.reads().get(TABLE, new Get(row)));
    write(new Put(row, true).addColumn(F, Bytes.toBytes("a"), Bytes.toBytes("1")));
    row[0] = 'X';

    assertSeenAndThenCommitted("f:a=1");
  }

  @Test
  void readsKeepTheirKeysWhenTheCallerReusesItsArray() {
    byte[] row = ROW.clone();
    bed.await(transaction.reads().get(TABLE, new Get(row)));
    row[0] = 'X';
    bed.committed(put("row", "f:a", "new"));

    assertThat(bed.failure(transaction.reads().get(TABLE, new Get(ROW))).isConflict()).isTrue();
  }

  @Test
  void emptyValueIsAValue() {
    write(put("row", "f:a", ""));

    assertSeenAndThenCommitted("f:a=");
  }

  private void assertSeenAndThenCommitted(String row) {
    assertThat(bed.get(transaction, "row")).isEqualTo(row);
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo(row);
  }

  private String get(Get get) {
    return show(bed.await(transaction.reads().get(TABLE, get)));
  }

  private void write(Mutation mutation) {
    bed.await(transaction.write(TABLE, mutation));
  }

  private static Delete deleteColumn(String column) {
    return new Delete(ROW).addColumns(TestBed.family(column), TestBed.qualifier(column));
  }
}
