package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The asynchronous table, as code written for HBase uses it. */
@SuppressWarnings("deprecation") // such code uses what is deprecated
class TransactionAsyncTableTest {

  private final SimulatedTransactions transactions = new SimulatedTransactions();
  private final Transaction transaction = transactions.begin();
  private final AsyncTable<AdvancedScanResultConsumer> table = transaction.asyncTable(TABLE);

  @Test
  void singleRows() throws Exception {
    table.put(put("a", "1")).get();
    table.put(put("b", "2")).get();
    table.delete(delete("a")).get();

    assertThat(table.getName()).isEqualTo(TABLE);
    assertThat(value(table.get(get("b")).get())).isEqualTo("2");
    assertThat(table.exists(get("a")).get()).isFalse();
    assertThat(table.exists(get("b")).get()).isTrue();
    assertThat(table.incrementColumnValue(bytes("n"), FAMILY, QUALIFIER, 3).get()).isEqualTo(3);
    assertThat(value(table.append(append("s", "x")).get())).isEqualTo("x");
    RowMutations mutations = new RowMutations(bytes("s"));
    mutations.add((Mutation) append("s", "y"));
    assertThat(value(table.mutateRow(mutations).get())).isEqualTo("xy");
    transaction.commit();
    assertThat(transactions.stored("b")).isEqualTo("2");
  }

  @Test
  void lists() throws Exception {
    table.putAll(List.of(put("a", "1"), put("b", "2"), put("c", "3"))).get();
    table.deleteAll(List.of(delete("c"))).get();

    assertThat(table.getAll(List.of(get("c"), get("b"))).get())
        .extracting(TransactionAsyncTableTest::value)
        .containsExactly(null, "2");
    assertThat(table.existsAll(List.of(get("a"), get("c"))).get()).containsExactly(true, false);
    assertThat(table.<Result>batchAll(List.of(put("d", "4"), get("d"), get("a"))).get())
        .extracting(TransactionAsyncTableTest::value)
        .containsExactly(null, "4", "1");
  }

  @Test
  void failuresInAListAreTheirOwn() throws Exception {
    List<CompletableFuture<Void>> puts = table.put(List.of(put("a", "1"), new Put(bytes("b"))));

    puts.get(0).get();
    assertThatThrownBy(() -> puts.get(1).get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(NotCommittedException.class);
  }

  @Test
  void checks() throws Exception {
    CheckAndMutate.Builder absent =
        CheckAndMutate.newBuilder(bytes("a")).ifNotExists(FAMILY, QUALIFIER);

    assertThat(table.checkAndMutate(absent.build(put("a", "1"))).get().isSuccess()).isTrue();
    assertThat(
            table
                .checkAndMutateAll(
                    List.of(absent.build(put("a", "2")), absent.build(increment("a"))))
                .get())
        .extracting(CheckAndMutateResult::isSuccess)
        .containsExactly(false, false);
  }

  @Test
  void checkBuilders() throws Exception {
    byte[] row = bytes("a");
    RowMutations mutations = new RowMutations(row);
    mutations.add((Mutation) append("a", "+"));

    assertThat(columnCheck().ifNotExists().thenPut(put("a", "1")).get()).isTrue();
    assertThat(columnCheck().ifEquals(bytes("1")).thenMutate(mutations).get()).isTrue();
    assertThat(
            columnCheck()
                .ifMatches(CompareOperator.NOT_EQUAL, bytes("1+"))
                .thenDelete(delete("a"))
                .get())
        .isFalse();
    assertThat(table.checkAndMutate(row, new PrefixFilter(row)).thenPut(put("a", "2")).get())
        .isTrue();
    assertThat(table.checkAndMutate(row, new PrefixFilter(row)).thenMutate(mutations).get())
        .isTrue();
    assertThat(
            table.checkAndMutate(row, new PrefixFilter(bytes("b"))).thenDelete(delete("a")).get())
        .isFalse();
    assertThat(value(table.get(get("a")).get())).isEqualTo("2+");
  }

  private AsyncTable.CheckAndMutateBuilder columnCheck() {
    return table.checkAndMutate(bytes("a"), FAMILY).qualifier(QUALIFIER);
  }

  @Test
  void scans() throws Exception {
    table.putAll(List.of(put("a", "1"), put("b", "2"), put("c", "3"))).get();

    assertThat(table.scanAll(new Scan().setLimit(2)).get())
        .extracting(TransactionAsyncTableTest::value)
        .containsExactly("1", "2");
    try (ResultScanner scanner = table.getScanner(FAMILY)) {
      assertThat(scanner.next(5)).hasSize(3);
    }
    assertThatThrownBy(() -> table.scanAll(new Scan().setTimeRange(1, 2)).get())
        .hasCauseInstanceOf(NotCommittedException.class);
  }

  @Test
  void consumerMayTerminateTheScan() throws Exception {
    table.putAll(List.of(put("a", "1"), put("b", "2"))).get();
    Consumer consumer = new Consumer((seen, controller) -> controller.terminate());

    table.scan(new Scan(), consumer);

    assertThat(consumer.log).containsExactly("1", "complete");
  }

  @Test
  void consumerMaySuspendTheScan() throws Exception {
    table.putAll(List.of(put("a", "1"), put("b", "2"))).get();
    List<AdvancedScanResultConsumer.ScanResumer> resumers = new ArrayList<>();
    Consumer consumer = new Consumer((seen, controller) -> resumers.add(controller.suspend()));

    table.scan(new Scan(), consumer);
    assertThat(consumer.log).containsExactly("1");
    resumers.get(0).resume();
    assertThat(consumer.log).containsExactly("1", "2");
    resumers.get(1).resume();
    assertThat(consumer.log).containsExactly("1", "2", "complete");
  }

  @Test
  void exceptionOfAConsumerIsReported() throws Exception {
    table.putAll(List.of(put("a", "1"), put("b", "2"))).get();
    Consumer consumer =
        new Consumer(
            (seen, controller) -> {
              throw new IllegalStateException("broken");
            });

    table.scan(new Scan(), consumer);

    assertThat(consumer.log).containsExactly("1", "java.lang.IllegalStateException: broken");
  }

  @Test
  void errorOfAConsumerIsReported() throws Exception {
    table.putAll(List.of(put("a", "1"), put("b", "2"))).get();
    Consumer consumer =
        new Consumer(
            (seen, controller) -> {
              throw new StackOverflowError("broken");
            });

    table.scan(new Scan(), consumer);

    assertThat(consumer.log).containsExactly("1", "java.lang.StackOverflowError: broken");
  }

  @Test
  void longScanDoesNotOverflowTheStackOfAnExecutorThatRunsInline() throws Exception {
    for (int i = 0; i < 100_000; i++) {
      Put old = new Put(bytes("%06d".formatted(i))).addColumn(FAMILY, QUALIFIER, 1, bytes("v"));
      transactions.store.cluster().rawWrite(TABLE, old);
    }

    assertThat(table.scanAll(new Scan()).get()).hasSize(100_000);
  }

  @Test
  void failuresAreTranslatedOnce() throws Exception {
    table.get(get("a")).get();
    transactions.overwrite("a", "new");
    CompletableFuture<Throwable> failure = new CompletableFuture<>();

    var unused = table.get(get("a")).whenComplete((row, thrown) -> failure.complete(thrown));

    assertThat(failure.get()).isInstanceOf(ConflictException.class);
  }

  @Test
  void futuresCompleteInTheExecutor() {
    List<Runnable> tasks = new ArrayList<>();
    List<CompletableFuture<?>> futures = new ArrayList<>();
    var unused =
        transactions
            .attempt(tasks::add)
            .executeAsync(
                other -> {
                  futures.add(other.asyncTable(TABLE).get(get("a")));
                  return new CompletableFuture<>();
                });
    tasks.remove(0).run();

    assertThat(futures.get(0)).isNotDone();
    tasks.remove(0).run();
    assertThat(futures.get(0)).isDone();
  }

  @Test
  void impossibleRequestsContainAdvice() {
    assertThatThrownBy(() -> table.coprocessorService(c -> c, (s, c, done) -> {}, bytes("a")))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("through a table of the HBase connection");
  }

  /** Runs an action at each row, and logs the calls that it gets. */
  private static final class Consumer implements AdvancedScanResultConsumer {

    private interface Reaction {
      void to(Result row, ScanController controller);
    }

    private final List<String> log = new ArrayList<>();
    private final Reaction reaction;

    Consumer(Reaction reaction) {
      this.reaction = reaction;
    }

    @Override
    public void onNext(Result[] rows, ScanController controller) {
      for (Result row : rows) {
        log.add(value(row));
        reaction.to(row, controller);
      }
    }

    @Override
    public void onError(Throwable error) {
      log.add(error.toString());
    }

    @Override
    public void onComplete() {
      log.add("complete");
    }
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

  private static @Nullable String value(Result result) {
    return result.isEmpty() ? null : Bytes.toString(result.value());
  }
}
