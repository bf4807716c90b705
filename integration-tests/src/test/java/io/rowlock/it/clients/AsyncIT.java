package io.rowlock.it.clients;

import static io.rowlock.it.kit.TestTables.F;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.ConflictException;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Locks;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;

/** The asynchronous methods do the same as the blocking ones. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class AsyncIT {

  private static final int CONCURRENT = 100;
  private static final int ACCOUNTS = 20;

  private final Connection connection;
  private final TransactionManager transactions;
  private final TableName table;

  AsyncIT(Connection connection) throws IOException {
    this.connection = connection;
    transactions = TransactionManager.create(connection);
    table = TestTables.create(connection, "05", "1");
  }

  @BeforeEach
  void clear() throws IOException {
    TestTables.clear(transactions, table);
  }

  @AfterAll
  void close() {
    transactions.close();
  }

  @Test
  void hundredConcurrentTransactionsCommit() throws Exception {
    List<CompletableFuture<Long>> calls = new ArrayList<>();
    for (int i = 0; i < CONCURRENT; i++) {
      String one = String.format("%02d", i % ACCOUNTS);
      String other = String.format("%02d", (i + 7) % ACCOUNTS);
      calls.add(
          transactions.callAsync(
              tx -> addOne(tx, one).thenCompose(sum -> addOne(tx, other).thenApply(s -> s + sum))));
    }
    for (CompletableFuture<Long> call : calls) {
      assertThat(Crew.get(call)).isGreaterThanOrEqualTo(2);
    }
    transactions.drain();
    System.out.printf(
        "%s: %d commits, %d conflicts%n",
        getClass().getSimpleName(),
        transactions.counters().committed(),
        transactions.counters().conflicts());
    long total = transactions.call(AsyncIT.this::total);
    assertThat(total).isEqualTo(2 * CONCURRENT);
    assertThat(transactions.counters().unknownOutcomes()).isZero();
    Locks.assertAllSettled(connection, table);
  }

  private CompletableFuture<Long> addOne(Transaction tx, String row) {
    AsyncTable<?> counters = tx.asyncTable(table);
    return counters
        .get(Rows.get(row))
        .thenCompose(
            found -> {
              long sum = Rows.number(found) + 1;
              return counters.put(Rows.put(row, sum)).thenApply(written -> sum);
            });
  }

  private long total(Transaction tx) throws IOException {
    return Rows.scan(tx.table(table), new Scan()).stream().mapToLong(Rows::number).sum();
  }

  @Test
  void everyReadSeesOwnWrites() throws Exception {
    transactions.run(tx -> tx.table(table).put(Rows.put("a", "old")));
    try (Transaction tx = transactions.begin()) {
      AsyncTable<?> rows = tx.asyncTable(table);
      Void unused = Crew.get(rows.put(Rows.put("b", "new")));
      unused = Crew.get(rows.put(Rows.put("a", "new")));
      assertThat(Rows.text(Crew.get(rows.get(Rows.get("a"))))).isEqualTo("new");
      assertThat(Crew.get(rows.exists(Rows.get("b")))).isTrue();
      assertThat(Crew.get(rows.getAll(List.of(Rows.get("a"), Rows.get("x")))))
          .extracting(Rows::text)
          .containsExactly("new", null);
      assertThat(Crew.get(rows.scanAll(new Scan()))).extracting(Rows::text).hasSize(2);
      assertThat(Rows.text(Crew.get(rows.append(plus("b"))))).isEqualTo("new+");
      assertThat(Rows.number(Crew.get(rows.increment(plusOne("n"))))).isEqualTo(1);
      assertThat(
              Crew.get(
                      rows.checkAndMutate(
                          CheckAndMutate.newBuilder(Rows.bytes("a"))
                              .ifEquals(F, Rows.V, Rows.bytes("old"))
                              .build(Rows.put("a", "wrong"))))
                  .isSuccess())
          .isFalse();
      unused = Crew.get(rows.delete(Rows.delete("a")));
      assertThat(Crew.get(rows.get(Rows.get("a"))).isEmpty()).isTrue();
      unused = Crew.get(tx.commitAsync());
    }
    List<String> keys = transactions.call(tx -> Rows.keys(tx.table(table), new Scan()));
    assertThat(keys).containsExactly("b", "n");
  }

  private static Append plus(String row) {
    return new Append(Rows.bytes(row)).addColumn(F, Rows.V, Rows.bytes("+"));
  }

  private static Increment plusOne(String row) {
    return new Increment(Rows.bytes(row)).addColumn(F, Rows.V, 1);
  }

  @Test
  void secondOfTwoInterleavedTransactionsConflicts() throws Exception {
    try (Transaction one = transactions.begin();
        Transaction other = transactions.begin()) {
      assertThat(Crew.get(addOne(one, "a"))).isEqualTo(1);
      assertThat(Crew.get(addOne(other, "a"))).isEqualTo(1);
      Void unused = Crew.get(one.commitAsync());
      assertThatThrownBy(() -> Crew.get(other.commitAsync())).isInstanceOf(ConflictException.class);
    }
  }

  @Test
  void rollbackLeavesNothing() throws Exception {
    try (Transaction tx = transactions.begin()) {
      assertThat(Crew.get(addOne(tx, "a"))).isEqualTo(1);
      Void unused = Crew.get(tx.rollbackAsync());
    }
    assertThat(transactions.<Long, IOException>call(this::total)).isZero();
  }

  @Test
  void conflictRepeatsWork() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    Long sum =
        Crew.get(
            transactions.callAsync(
                tx ->
                    addOne(tx, "a")
                        .thenCompose(
                            added ->
                                attempts.incrementAndGet() == 1
                                    ? transactions
                                        .callAsync(rival -> addOne(rival, "a"))
                                        .thenApply(rivals -> added)
                                    : CompletableFuture.completedFuture(added))));
    assertThat(attempts.get()).isEqualTo(2);
    assertThat(sum).isEqualTo(2);
  }

  @Test
  void failureOfWorkPassesUnwrapped() throws Exception {
    TimeoutException later = new TimeoutException("in the future");
    TimeoutException atOnce = new TimeoutException("thrown");
    assertThatThrownBy(
            () ->
                Crew.get(
                    transactions.callAsync(
                        tx ->
                            addOne(tx, "a")
                                .thenCompose(added -> CompletableFuture.failedFuture(later)))))
        .isSameAs(later);
    assertThatThrownBy(
            () ->
                Crew.get(
                    transactions.runAsync(
                        tx -> {
                          throw atOnce;
                        })))
        .isSameAs(atOnce);
    assertThat(transactions.<Long, IOException>call(this::total)).isZero();
  }

  /** On a thread of HBase's client this would block the client forever. */
  @Test
  void continuationsMayBlock() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    Result found =
        Crew.get(
            transactions.callAsync(
                tx -> {
                  AsyncTable<?> rows = tx.asyncTable(table);
                  return rows.put(Rows.put("a", 1))
                      .thenCompose(written -> rows.get(Rows.get("x")))
                      .thenApply(
                          nothing -> {
                            threads.add(Thread.currentThread().getName());
                            return rows.get(Rows.get("y")).join();
                          });
                }));
    assertThat(found.isEmpty()).isTrue();
    assertThat(threads).noneMatch(name -> name.contains("RPCClient") || name.contains("RpcClient"));
    assertThat(threads).noneMatch(name -> name.contains("Async-Client-Retry-Timer"));
  }
}
