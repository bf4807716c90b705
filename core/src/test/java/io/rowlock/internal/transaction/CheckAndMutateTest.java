package io.rowlock.internal.transaction;

import static io.rowlock.internal.transaction.TestBed.F;
import static io.rowlock.internal.transaction.TestBed.TABLE;
import static io.rowlock.internal.transaction.TestBed.put;
import static io.rowlock.internal.transaction.TestBed.show;
import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckAndMutateTest {

  private static final byte[] ROW = Bytes.toBytes("row");
  private static final byte[] A = Bytes.toBytes("a");

  private final TestBed bed = new TestBed();
  private final ActiveTransaction transaction = bed.begin();

  /** HBase's own results: the operator stands between the expected and the stored value. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // stored, operator, expected, holds
        "-,  EQUAL,            -,  true",
        "-,  EQUAL,            '', true",
        "-,  NOT_EQUAL,        -,  false",
        "-,  GREATER,          -,  true",
        "-,  EQUAL,            b,  false",
        "-,  NOT_EQUAL,        b,  false",
        "-,  GREATER,          b,  false",
        "-,  LESS,             b,  false",
        "'', EQUAL,            -,  true",
        "'', NOT_EQUAL,        -,  false",
        "'', EQUAL,            b,  false",
        "'', NOT_EQUAL,        b,  true",
        "'', GREATER,          b,  true",
        "b,  EQUAL,            -,  false",
        "b,  NOT_EQUAL,        -,  true",
        "b,  LESS,             -,  false",
        "b,  EQUAL,            b,  true",
        "b,  EQUAL,            c,  false",
        "b,  NOT_EQUAL,        b,  false",
        "b,  NOT_EQUAL,        c,  true",
        "b,  LESS,             a,  true",
        "b,  LESS,             b,  false",
        "b,  LESS,             c,  false",
        "b,  LESS_OR_EQUAL,    b,  true",
        "b,  LESS_OR_EQUAL,    c,  false",
        "b,  GREATER,          c,  true",
        "b,  GREATER,          b,  false",
        "b,  GREATER_OR_EQUAL, b,  true",
        "b,  GREATER_OR_EQUAL, a,  false",
      })
  void conditionOnAColumn(
      @Nullable String stored, CompareOperator operator, @Nullable String expected, boolean holds) {
    bed.committed(put("row", "g:x", "1"));
    if (stored != null) {
      write(put("row", "f:a", stored));
    }
    byte[] value = expected == null ? null : Bytes.toBytes(expected);
    CheckAndMutate check =
        CheckAndMutate.newBuilder(ROW)
            .ifMatches(F, A, operator, value)
            .build(put("row", "f:done", "1"));

    CheckAndMutateResult result = bed.await(transaction.checkAndMutate(TABLE, check));

    assertThat(result.isSuccess()).isEqualTo(holds);
    assertThat(result.getResult()).isNull();
    assertThat(bed.get(transaction, "row").contains("f:done")).isEqualTo(holds);
  }

  @Test
  void seesOwnDelete() {
    bed.committed(put("row", "f:a", "1"));
    write(new Delete(ROW));

    assertThat(check(ifNotExists().build(put("row", "f:a", "2"))).isSuccess()).isTrue();
    assertThat(check(ifNotExists().build(put("row", "f:a", "3"))).isSuccess()).isFalse();
    commit("f:a=2");
  }

  @Test
  void rowBecomesRead() {
    assertThat(check(ifNotExists().build(put("row", "f:a", "mine"))).isSuccess()).isTrue();
    bed.committed(put("row", "f:a", "theirs"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void rowBecomesReadWhenTheConditionFailsToo() {
    bed.committed(put("row", "f:a", "1"), put("other", "f:a", "1"));
    assertThat(check(ifNotExists().build(put("row", "f:a", "2"))).isSuccess()).isFalse();
    bed.committed(new Delete(ROW));
    write(put("other", "f:a", "2"));

    assertThat(bed.failure(transaction.commit()).isConflict()).isTrue();
  }

  @Test
  void deleteWhenEqual() {
    bed.committed(put("row", "f:a", "1"), put("row", "f:b", "1"));

    assertThat(check(ifEqual("1").build(new Delete(ROW).addColumns(F, A))).isSuccess()).isTrue();
    commit("f:b=1");
  }

  @Test
  void incrementAndAppendReturnTheirResults() {
    bed.committed(put("row", "f:a", "1"), put("row", "f:n", Bytes.toBytes(5L)));
    Increment increment = new Increment(ROW).addColumn(F, Bytes.toBytes("n"), 1);
    Append append = new Append(ROW).addColumn(F, A, Bytes.toBytes("2"));

    assertThat(show(check(ifEqual("1").build(increment)).getResult())).isEqualTo("f:n=6");
    assertThat(show(check(ifEqual("1").build(append)).getResult())).isEqualTo("f:a=12");
    assertThat(check(ifEqual("1").build(append)).getResult()).isNull();
    commit("f:a=12 f:n=6");
  }

  @Test
  void rowMutations() throws Exception {
    bed.committed(put("row", "f:a", "1"), put("row", "f:n", Bytes.toBytes(5L)));
    RowMutations mutations = new RowMutations(ROW);
    mutations.add((Mutation) new Delete(ROW).addColumns(F, A));
    mutations.add((Mutation) new Increment(ROW).addColumn(F, Bytes.toBytes("n"), 1));

    CheckAndMutateResult result = check(ifEqual("1").build(mutations));

    assertThat(result.isSuccess()).isTrue();
    assertThat(show(result.getResult())).isEqualTo("f:n=6");
    commit("f:n=6");
  }

  @Test
  void filterIsJudgedOnTheRowWithOwnWrites() {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(F, A, CompareOperator.EQUAL, Bytes.toBytes("own"));
    filter.setFilterIfMissing(true);
    CheckAndMutate check =
        CheckAndMutate.newBuilder(ROW).ifMatches(filter).build(put("row", "f:b", "1"));
    bed.committed(put("row", "f:a", "committed"));

    assertThat(check(check).isSuccess()).isFalse();
    write(put("row", "f:a", "own"));
    assertThat(check(check).isSuccess()).isTrue();
    write(new Delete(ROW));
    assertThat(check(check).isSuccess()).isFalse();
  }

  @Test
  void nullQualifierIsTheEmptyOne() {
    bed.committed(put("row", "f:", "1"));
    CheckAndMutate check =
        CheckAndMutate.newBuilder(ROW)
            .ifEquals(F, null, Bytes.toBytes("1"))
            .build(put("row", "f:b", "1"));

    assertThat(check(check).isSuccess()).isTrue();
  }

  private CheckAndMutateResult check(CheckAndMutate check) {
    return bed.await(transaction.checkAndMutate(TABLE, check));
  }

  private static CheckAndMutate.Builder ifNotExists() {
    return CheckAndMutate.newBuilder(ROW).ifNotExists(F, A);
  }

  private static CheckAndMutate.Builder ifEqual(String value) {
    return CheckAndMutate.newBuilder(ROW).ifEquals(F, A, Bytes.toBytes(value));
  }

  private void commit(String row) {
    bed.await(transaction.commit());
    assertThat(bed.committedRow("row")).isEqualTo(row);
  }

  private void write(Mutation mutation) {
    bed.await(transaction.write(TABLE, mutation));
  }
}
