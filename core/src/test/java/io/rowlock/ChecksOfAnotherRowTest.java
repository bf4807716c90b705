package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.CompareFilter.CompareOp;
import org.apache.hadoop.hbase.filter.FilterList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks of one row with a mutation of another, which HBase's servers refuse. */
@SuppressWarnings("deprecation") // the newer CheckAndMutate compares the rows itself
class ChecksOfAnotherRowTest {

  private static final byte[] ROW = bytes("a");
  private static final Put PUT = new Put(bytes("b")).addColumn(FAMILY, QUALIFIER, bytes("1"));
  private static final Delete DELETE = new Delete(bytes("b"));

  private final Transaction transaction = new SimulatedTransactions().begin();

  @FunctionalInterface
  private interface Check {
    boolean on(Table table) throws IOException;
  }

  @FunctionalInterface
  private interface AsyncCheck {
    CompletableFuture<Boolean> on(AsyncTable<?> table);
  }

  private static RowMutations mutations() {
    try {
      return RowMutations.of(List.of(PUT));
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static Table.CheckAndMutateBuilder column(Table table) {
    return table.checkAndMutate(ROW, FAMILY).qualifier(QUALIFIER).ifNotExists();
  }

  private static AsyncTable.CheckAndMutateBuilder column(AsyncTable<?> table) {
    return table.checkAndMutate(ROW, FAMILY).qualifier(QUALIFIER).ifNotExists();
  }

  static Stream<Check> checks() {
    FilterList any = new FilterList();
    return Stream.of(
        table -> column(table).thenPut(PUT),
        table -> column(table).thenDelete(DELETE),
        table -> column(table).thenMutate(mutations()),
        table -> table.checkAndMutate(ROW, any).thenPut(PUT),
        table -> table.checkAndMutate(ROW, any).thenDelete(DELETE),
        table -> table.checkAndMutate(ROW, any).thenMutate(mutations()),
        table -> table.checkAndPut(ROW, FAMILY, QUALIFIER, null, PUT),
        table -> table.checkAndDelete(ROW, FAMILY, QUALIFIER, null, DELETE),
        table ->
            table.checkAndMutate(ROW, FAMILY, QUALIFIER, CompareOperator.EQUAL, null, mutations()),
        table -> table.checkAndMutate(ROW, FAMILY, QUALIFIER, CompareOp.EQUAL, null, mutations()));
  }

  static Stream<AsyncCheck> asyncChecks() {
    FilterList any = new FilterList();
    return Stream.of(
        table -> column(table).thenPut(PUT),
        table -> column(table).thenDelete(DELETE),
        table -> column(table).thenMutate(mutations()),
        table -> table.checkAndMutate(ROW, any).thenPut(PUT),
        table -> table.checkAndMutate(ROW, any).thenDelete(DELETE),
        table -> table.checkAndMutate(ROW, any).thenMutate(mutations()));
  }

  @ParameterizedTest
  @MethodSource("checks")
  void throwAsHBaseDoes(Check check) throws IOException {
    assertThatThrownBy(() -> check.on(transaction.table(TABLE)))
        .isExactlyInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("Action's getRow must match");
    transaction.commit();
  }

  @ParameterizedTest
  @MethodSource("asyncChecks")
  void failTheirFutures(AsyncCheck check) {
    CompletableFuture<Boolean> answer = check.on(transaction.asyncTable(TABLE));
    assertThatThrownBy(answer::join).hasCauseExactlyInstanceOf(DoNotRetryIOException.class);
    transaction.close();
  }

  @Test
  void checksOfTheSameRowPass() throws IOException {
    Table table = transaction.table(TABLE);
    assertThat(
            table
                .checkAndMutate(PUT.getRow(), FAMILY)
                .qualifier(QUALIFIER)
                .ifNotExists()
                .thenPut(PUT))
        .isTrue();
  }
}
