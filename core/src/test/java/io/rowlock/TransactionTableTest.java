package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.filter.CompareFilter.CompareOp;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The blocking table, as code written for HBase uses it. */
@SuppressWarnings("deprecation") // such code uses what is deprecated
class TransactionTableTest {

  private final SimulatedTransactions transactions = new SimulatedTransactions();
  private final Transaction transaction = transactions.begin();
  private final Table table = transaction.table(TABLE);

  @Test
  void singleRows() throws IOException {
    table.put(put("a", "1"));
    table.put(put("b", "2"));
    table.delete(new Delete(bytes("a")));

    assertThat(table.getName()).isEqualTo(TABLE);
    assertThat(table.get(get("a")).isEmpty()).isTrue();
    assertThat(value(table.get(get("b")))).isEqualTo("2");
    assertThat(table.exists(get("a"))).isFalse();
    assertThat(table.exists(get("b"))).isTrue();
    assertThat(transactions.stored("b")).isNull();
    transaction.commit();
    assertThat(transactions.stored("b")).isEqualTo("2");
  }

  @Test
  void lists() throws IOException {
    table.put(List.of(put("a", "1"), put("b", "2"), put("c", "3")));
    List<Delete> deletes = new ArrayList<>(List.of(delete("a"), delete("c")));
    table.delete(deletes);
    table.delete(List.of(delete("c")));

    assertThat(deletes).hasSize(2);
    assertThat(table.get(List.of(get("a"), get("b"))))
        .extracting(TransactionTableTest::value)
        .containsExactly(null, "2");
    assertThat(table.exists(List.of(get("a"), get("b")))).containsExactly(false, true);
    assertThat(table.existsAll(List.of(get("b"), get("c")))).containsExactly(true, false);
  }

  /** The caller's list serves every attempt. */
  @Test
  void deletesOfALostAttemptAreDoneByTheNext() throws IOException {
    transactions.overwrite("a", "1");
    List<Delete> deletes = new ArrayList<>(List.of(delete("a")));
    List<@Nullable String> read = new ArrayList<>();
    boolean unused =
        transactions
            .loop()
            .call(
                TransactionSettings.ofDefaults(),
                attempt -> {
                  Table accounts = attempt.table(TABLE);
                  read.add(value(accounts.get(get("b"))));
                  accounts.delete(deletes);
                  if (read.size() == 1) {
                    transactions.overwrite("b", "changed meanwhile");
                  }
                  return true;
                });
    assertThat(read).containsExactly(null, "changed meanwhile");
    assertThat(transactions.stored("a")).isNull();
  }

  @Test
  void failedDeletesStayInTheList() {
    List<Delete> deletes = new ArrayList<>(List.of(delete("a"), new Delete(bytes("b"), 5)));

    assertThatThrownBy(() -> table.delete(deletes)).isInstanceOf(NotCommittedException.class);
    assertThat(deletes).hasSize(2);
  }

  @Test
  void updates() throws IOException {
    assertThat(Bytes.toLong(table.increment(increment("n")).value())).isEqualTo(1);
    assertThat(table.incrementColumnValue(bytes("n"), FAMILY, QUALIFIER, 4)).isEqualTo(5);
    assertThat(table.incrementColumnValue(bytes("n"), FAMILY, QUALIFIER, 1, Durability.SYNC_WAL))
        .isEqualTo(6);
    assertThatThrownBy(
            () ->
                table.incrementColumnValue(bytes("n"), FAMILY, QUALIFIER, 1, Durability.FSYNC_WAL))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("FSYNC_WAL");
    assertThat(value(table.append(append("s", "x")))).isEqualTo("x");
    assertThat(value(table.append(append("s", "y")))).isEqualTo("xy");
    RowMutations mutations = new RowMutations(bytes("s"));
    mutations.add((Mutation) append("s", "z"));
    assertThat(value(table.mutateRow(mutations))).isEqualTo("xyz");
  }

  @Test
  void scanners() throws IOException {
    table.put(List.of(put("a", "1"), put("b", "2"), put("c", "3")));

    assertThat(values(table.getScanner(FAMILY))).containsExactly("1", "2", "3");
    assertThat(values(table.getScanner(FAMILY, QUALIFIER))).containsExactly("1", "2", "3");
    assertThat(values(table.getScanner(FAMILY, bytes("other")))).isEmpty();
    try (ResultScanner scanner = table.getScanner(new Scan().setReversed(true))) {
      assertThat(scanner.next(2)).extracting(TransactionTableTest::value).containsExactly("3", "2");
      assertThat(scanner.renewLease()).isTrue();
      assertThat(scanner.getScanMetrics()).isNull();
      assertThat(value(scanner.next())).isEqualTo("1");
      assertThat(scanner.next()).isNull();
    }
  }

  @Test
  void refusedScanFailsAtItsFirstRow() throws IOException {
    try (ResultScanner scanner = table.getScanner(new Scan().setTimeRange(1, 2))) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(NotCommittedException.class)
          .hasMessageContaining("setTimeRange");
    }
  }

  @Test
  void checks() throws IOException {
    assertThat(table.checkAndPut(bytes("a"), FAMILY, QUALIFIER, null, put("a", "1"))).isTrue();
    assertThat(table.checkAndPut(bytes("a"), FAMILY, QUALIFIER, null, put("a", "2"))).isFalse();
    assertThat(
            table.checkAndPut(
                bytes("a"), FAMILY, QUALIFIER, CompareOp.GREATER, bytes("2"), put("a", "3")))
        .isTrue();
    assertThat(
            table.checkAndPut(
                bytes("a"), FAMILY, QUALIFIER, CompareOperator.LESS, bytes("4"), put("a", "4")))
        .isFalse();
    assertThat(table.checkAndDelete(bytes("a"), FAMILY, QUALIFIER, bytes("x"), delete("a")))
        .isFalse();
    assertThat(table.checkAndDelete(bytes("a"), FAMILY, QUALIFIER, bytes("3"), delete("a")))
        .isTrue();
    assertThat(table.exists(get("a"))).isFalse();
  }

  @Test
  void checkBuilders() throws IOException {
    byte[] row = bytes("a");
    RowMutations mutations = new RowMutations(row);
    mutations.add((Mutation) append("a", "+"));

    assertThat(
            table
                .checkAndMutate(row, FAMILY)
                .qualifier(QUALIFIER)
                .ifNotExists()
                .thenPut(put("a", "1")))
        .isTrue();
    assertThat(
            table
                .checkAndMutate(row, FAMILY)
                .qualifier(QUALIFIER)
                .ifEquals(bytes("1"))
                .thenMutate(mutations))
        .isTrue();
    assertThat(
            table
                .checkAndMutate(row, FAMILY)
                .qualifier(QUALIFIER)
                .ifMatches(CompareOperator.NOT_EQUAL, bytes("1+"))
                .thenDelete(delete("a")))
        .isFalse();
    assertThat(table.checkAndMutate(row, new PrefixFilter(row)).thenPut(put("a", "2"))).isTrue();
    assertThat(table.checkAndMutate(row, new PrefixFilter(bytes("b"))).thenDelete(delete("a")))
        .isFalse();
    assertThat(table.checkAndMutate(row, new PrefixFilter(row)).thenMutate(mutations)).isTrue();
    assertThat(value(table.get(get("a")))).isEqualTo("2+");
    assertThatThrownBy(() -> table.checkAndMutate(row, FAMILY).thenPut(put("a", "1")))
        .hasMessageContaining("condition is missing");
  }

  @Test
  void listOfChecks() throws IOException {
    CheckAndMutate.Builder absent =
        CheckAndMutate.newBuilder(bytes("a")).ifNotExists(FAMILY, QUALIFIER);

    assertThat(
            table.checkAndMutate(List.of(absent.build(put("a", "1")), absent.build(put("a", "2")))))
        .extracting(CheckAndMutateResult::isSuccess)
        .containsExactly(true, false);
  }

  @Test
  void batchRunsInOrder() throws Exception {
    table.put(put("a", "0"));
    RowMutations mutations = new RowMutations(bytes("r"));
    mutations.add((Mutation) put("r", "5"));
    List<Row> actions =
        List.of(
            get("a"),
            put("a", "1"),
            get("a"),
            get("b"),
            delete("a"),
            get("a"),
            append("s", "x"),
            mutations,
            CheckAndMutate.newBuilder(bytes("r"))
                .ifEquals(FAMILY, QUALIFIER, bytes("5"))
                .build(delete("r")),
            get("r"));
    List<String> rowsSeen = new ArrayList<>();
    @Nullable Object[] results = new Object[actions.size()];

    Batch.Callback<Object> callback = (region, row, result) -> rowsSeen.add(Bytes.toString(row));
    table.batchCallback(actions, results, callback);

    assertThat(Arrays.stream(results).map(TransactionTableTest::show).toList())
        .containsExactly("0", "", "1", "", "", "", "x", "", "true", "");
    assertThat(rowsSeen).containsExactly("a", "a", "a", "b", "a", "a", "s", "r", "r", "r");
  }

  @Test
  void batchTriesEveryActionAndThrowsTheFirstFailure() {
    List<Row> actions =
        List.of(
            put("a", "1"),
            put("b", "1").setDurability(Durability.FSYNC_WAL),
            get("a"),
            new Delete(bytes("c"), 5));
    @Nullable Object[] results = new Object[4];

    NotCommittedException thrown =
        catchThrowableOfType(NotCommittedException.class, () -> table.batch(actions, results));

    assertThat(thrown).hasMessageContaining("FSYNC_WAL");
    assertThat(thrown.getSuppressed()).containsExactly((Throwable) results[3]);
    assertThat(results[1]).isSameAs(thrown);
    assertThat(show(results[2])).isEqualTo("1");
  }

  @Test
  void batchThrowsAConflictBeforeOtherFailures() throws IOException {
    table.get(get("a"));
    transactions.overwrite("a", "new");
    @Nullable Object[] results = new Object[3];

    assertThatThrownBy(
            () -> table.batch(List.of(new Delete(bytes("c"), 5), get("a"), get("a")), results))
        .isInstanceOf(ConflictException.class);
    assertThat(results[0]).isInstanceOf(NotCommittedException.class);
  }

  @Test
  void batchNeedsASlotForEachResult() {
    assertThatThrownBy(() -> table.batch(List.of(get("a")), new Object[2]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void batchRefusesUnknownActions() {
    Row unknown =
        new Row() {
          @Override
          public byte[] getRow() {
            return bytes("a");
          }

          @Override
          public int compareTo(Row other) {
            return 0;
          }
        };

    assertThatThrownBy(() -> table.batch(List.of(unknown), new Object[1]))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("A batch cannot hold");
  }

  @Test
  void failuresCarryTheTransactionAndTheRow() throws IOException {
    table.get(get("a"));
    transactions.overwrite("a", "new");

    ConflictException conflict =
        catchThrowableOfType(ConflictException.class, () -> table.get(get("a")));

    assertThat(conflict.transactionId()).contains(transaction.id());
    assertThat(conflict).hasMessageContaining("row 'a' of table 'accounts'");
  }

  @Test
  void interruptedThreadStaysMarkedAndTheTransactionActive() throws IOException {
    List<PendingCall<?, ?>> calls = new ArrayList<>();
    Script slow = new Script().read(1, calls::add);
    Transaction interrupted = new SimulatedTransactions(slow).begin();
    Table slowTable = interrupted.table(TABLE);

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> slowTable.get(get("a"))).isInstanceOf(InterruptedIOException.class);

    assertThat(Thread.interrupted()).isTrue();
    calls.get(0).deliver();
    slowTable.put(put("a", "1"));
    interrupted.commit();
  }

  @Test
  void closingTheTableDoesNothing() throws IOException {
    table.put(put("a", "1"));
    table.close();
    table.put(put("b", "1"));

    transaction.commit();
    assertThat(transactions.stored("a") + transactions.stored("b")).isEqualTo("11");
  }

  @Test
  void impossibleRequestsContainAdvice() {
    assertThatThrownBy(() -> table.coprocessorService(bytes("a")))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("through a table of the HBase connection");
    assertThatThrownBy(() -> table.setOperationTimeout(1))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("RowlockOptions");
    assertThatThrownBy(() -> table.setRpcTimeout(1))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static Get get(String row) {
    return new Get(bytes(row));
  }

  private static Put put(String row, String value) {
    return new Put(bytes(row)).addColumn(FAMILY, QUALIFIER, bytes(value));
  }

  private static Delete delete(String row) {
    return new Delete(bytes(row));
  }

  private static Increment increment(String row) {
    return new Increment(bytes(row)).addColumn(FAMILY, QUALIFIER, 1);
  }

  private static Append append(String row, String value) {
    return new Append(bytes(row)).addColumn(FAMILY, QUALIFIER, bytes(value));
  }

  private static List<String> values(ResultScanner scanner) {
    List<String> values = new ArrayList<>();
    scanner.forEach(row -> values.add(value(row)));
    return values;
  }

  private static @Nullable String value(Result result) {
    return result.isEmpty() ? null : Bytes.toString(result.value());
  }

  private static String show(@Nullable Object result) {
    if (result instanceof CheckAndMutateResult check) {
      return String.valueOf(check.isSuccess());
    }
    String value = value((Result) result);
    return value == null ? "" : value;
  }
}
