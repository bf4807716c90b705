package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static io.rowlock.internal.transaction.TestBed.show;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Users may change their arguments as soon as the call has returned, completed or not. */
class ReusedArgumentsTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] A = Bytes.toBytes("a");
  private static final byte[] B = Bytes.toBytes("b");

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  @Test
  void incrementThatIsExtended() {
    bed.committed(put("row", "f:a", Bytes.toBytes(1L)), put("row", "f:b", Bytes.toBytes(100L)));
    bed.holdReads();
    Increment increment = new Increment(ROW).addColumn(F, A, 1);
    CompletableFuture<Result> answer = transaction.increment(TABLE, increment);
    increment.addColumn(F, B, 5).addColumn(Bytes.toBytes("_lock"), B, 5);
    bed.deliverReads();
    assertThat(show(bed.await(answer))).isEqualTo("f:a=2");
    assertCommitted("f:a=2 f:b=100");
  }

  @Test
  void appendThatIsExtended() {
    bed.committed(put("row", "f:a", "x"), put("row", "f:b", "y"));
    bed.holdReads();
    Append append = new Append(ROW).addColumn(F, A, A);
    CompletableFuture<Result> answer = transaction.append(TABLE, append);
    append.addColumn(F, B, B).setReturnResults(false);
    bed.deliverReads();
    assertThat(show(bed.await(answer))).isEqualTo("f:a=xa");
    assertCommitted("f:a=xa f:b=y");
  }

  @Test
  void getForAnotherPage() {
    bed.committed(put("row", "f:a", "1"), put("row", "f:b", "2"));
    bed.holdReads();
    Get get = new Get(ROW.clone()).setMaxResultsPerColumnFamily(1);
    CompletableFuture<Result> first = transaction.reads().get(TABLE, get);
    get.setRowOffsetPerColumnFamily(1).setCheckExistenceOnly(true).getRow()[0] = 'x';
    bed.deliverReads();
    assertThat(show(bed.await(first))).isEqualTo("f:a=1");
  }

  @Test
  void getWhoseNamesAreOverwritten() {
    bed.committed(put("row", "f:a", "1"), put("row", "f:b", "2"));
    bed.holdReads();
    byte[] qualifier = A.clone();
    CompletableFuture<Result> first =
        transaction.reads().get(TABLE, new Get(ROW).addColumn(F, qualifier));
    qualifier[0] = 'b';
    bed.deliverReads();
    assertThat(show(bed.await(first))).isEqualTo("f:a=1");
  }

  @Test
  void scanWhoseNamesAreOverwritten() {
    bed.committed(put("row", "f:a", "1"), put("row", "f:b", "2"));
    byte[] qualifier = A.clone();
    TransactionScan rows = transaction.reads().scan(TABLE, new Scan().addColumn(F, qualifier));
    qualifier[0] = 'b';
    assertThat(bed.rest(rows)).containsExactly("row: f:a=1");
  }

  @Test
  void putsAndTheirList() {
    bed.holdTables();
    Put put = put("row", "f:a", "1");
    Delete delete = new Delete(Bytes.toBytes("other"));
    List<Mutation> list = new ArrayList<>(List.of(put, delete));
    CompletableFuture<Void> written = transaction.writeAll(TABLE, list);
    put.addColumn(F, B, B);
    delete.addColumns(F, A);
    list.clear();
    bed.deliverTables();
    bed.await(written);
    assertCommitted("f:a=1");
    assertThat(bed.committedRow("other")).isEmpty();
  }

  @Test
  void mutationsOfARow() throws IOException {
    bed.committed(put("row", "f:a", Bytes.toBytes(1L)));
    bed.holdReads();
    Increment increment = new Increment(ROW).addColumn(F, A, 1);
    RowMutations mutations = new RowMutations(ROW).add((Mutation) increment);
    CompletableFuture<Result> answer = transaction.mutateRow(TABLE, mutations);
    increment.addColumn(F, B, 1);
    mutations.add((Mutation) put("row", "f:c", "late"));
    bed.deliverReads();
    assertThat(show(bed.await(answer))).isEqualTo("f:a=2");
    assertCommitted("f:a=2");
  }

  @Test
  void checkWithItsMutationAndValue() {
    bed.committed(put("row", "f:a", "1"));
    bed.holdReads();
    Put put = put("row", "f:b", "2");
    byte[] expected = Bytes.toBytes("1");
    byte[] qualifier = A.clone();
    CompletableFuture<CheckAndMutateResult> answer =
        transaction.checkAndMutate(
            TABLE, CheckAndMutate.newBuilder(ROW).ifEquals(F, qualifier, expected).build(put));
    put.addColumn(F, Bytes.toBytes("c"), B);
    expected[0] = 'x';
    qualifier[0] = 'x';
    bed.deliverReads();
    assertThat(bed.await(answer).isSuccess()).isTrue();
    assertCommitted("f:a=1 f:b=2");
  }

  @Test
  void scanThatIsWidened() {
    bed.committed(put("row", "f:a", "1"), put("row", "g:b", "2"), put("sow", "f:a", "3"));
    Scan scan = new Scan().withStartRow(ROW.clone()).withStopRow(Bytes.toBytes("s")).addFamily(F);
    TransactionScan rows = transaction.reads().scan(TABLE, scan);
    scan.addFamily(TestBed.G).withStopRow(Bytes.toBytes("t")).getStartRow()[0] = 'x';
    assertThat(bed.rest(rows)).containsExactly("row: f:a=1");
  }

  private void assertCommitted(String expected) {
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo(expected);
  }
}
