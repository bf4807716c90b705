package io.rowlock.it.once;

import static io.rowlock.it.kit.Rows.bytes;
import static io.rowlock.it.kit.Rows.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionManager;
import io.rowlock.it.kit.Crew;
import io.rowlock.it.kit.FaultyClient;
import io.rowlock.it.kit.HBaseExtension;
import io.rowlock.it.kit.Rows;
import io.rowlock.it.kit.TestTables;
import io.rowlock.it.kit.faults.Fault;
import io.rowlock.it.kit.faults.WireCall.Kind;
import io.rowlock.once.OnceResult;
import io.rowlock.once.OnceTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Repetitions of work with an id, and lost requests and replies. */
@Tag("compatibility")
@ExtendWith(HBaseExtension.class)
class OnceTableIT {

  private static final TableName IDS = TableName.valueOf("once");

  private static final RowlockOptions IMPATIENT =
      RowlockOptions.builder()
          .rpcTimeout(Duration.ofSeconds(1))
          .operationTimeout(Duration.ofSeconds(2))
          .lease(Duration.ofMillis(500))
          .build();

  private Connection connection;
  private TransactionManager transactions;
  private OnceTable<byte[]> once;
  private TableName table;

  @BeforeEach
  void open(Connection ofTests) throws IOException {
    connection = ofTests;
    table = TestTables.create(connection, "m");
    OnceTable.create(connection, IDS);
    transactions = TransactionManager.create(connection);
    once = OnceTable.on(transactions, IDS);
  }

  @AfterEach
  void close() {
    transactions.close();
  }

  /** Adds one to two rows in two regions. */
  private byte[] add(Transaction tx) throws IOException {
    for (String row : List.of("a", "z")) {
      tx.table(table).put(Rows.put(row, number(tx.table(table), row) + 1));
    }
    return bytes("result");
  }

  private void assertAdded(long times) throws IOException {
    for (String row : List.of("a", "z")) {
      assertThat(transactions.<Long, IOException>call(tx -> number(tx.table(table), row)))
          .isEqualTo(times);
    }
  }

  @Test
  void repetitionsReturnTheFirstResult() throws IOException {
    assertThat(once.find("order-1")).isEmpty();
    OnceResult<byte[]> first = once.call("order-1", this::add);
    assertThat(first.isRepeated()).isFalse();
    OnceResult<byte[]> second =
        once.call(
            "order-1",
            tx -> {
              throw new AssertionError("runs again");
            });
    assertThat(second.isRepeated()).isTrue();
    assertThat(second.value()).isEqualTo(bytes("result"));
    assertThat(second.time().toEpochMilli()).isEqualTo(first.time().toEpochMilli());
    assertThat(once.find("order-1").orElseThrow().value()).isEqualTo(bytes("result"));
    assertAdded(1);
    assertThat(once.call("order-2", this::add).isRepeated()).isFalse();
    assertAdded(2);
  }

  @Test
  void asynchronousRepetitionsReturnTheFirstResult() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      OnceResult<byte[]> result =
          once.callAsync(
                  "asynchronous",
                  tx -> {
                    runs.incrementAndGet();
                    return tx.asyncTable(table)
                        .put(Rows.put("a", 1))
                        .thenApply(done -> bytes("done"));
                  })
              .get(1, TimeUnit.MINUTES);
      assertThat(result.isRepeated()).isEqualTo(i == 1);
      assertThat(result.value()).isEqualTo(bytes("done"));
    }
    assertThat(runs).hasValue(1);
  }

  @Test
  void failedWorkMayBeTriedAgain() throws IOException {
    assertThatThrownBy(
            () ->
                once.call(
                    "failing",
                    tx -> {
                      add(tx);
                      throw new IOException("intended");
                    }))
        .hasMessage("intended");
    assertThat(once.find("failing")).isEmpty();
    assertThat(once.call("failing", this::add).isRepeated()).isFalse();
    assertAdded(1);
    assertThatIllegalArgumentException().isThrownBy(() -> once.call("", this::add));
  }

  /** Each of the conditional writes of the commit is struck in turn. */
  @ParameterizedTest
  @EnumSource(names = {"LOSE_REQUEST", "LOSE_REPLY", "DELAY", "DELIVER_LATE"})
  void lostMessagesNeverDoTheWorkTwice(Fault fault) throws Exception {
    for (int write = 1; write <= 4; write++) {
      try (FaultyClient client = new FaultyClient(connection.getConfiguration(), IMPATIENT)) {
        client.network().at(Kind.WRITE, write, fault);
        String id = fault + "-" + write;
        OnceTable<byte[]> lossy = OnceTable.on(client.transactions(), IDS);
        try {
          var unused = lossy.call(id, this::add);
        } catch (CommitOutcomeUnknownException lost) {
          assertThat(lost.transactionId()).isPresent();
        }
        var unused = client.network().deliverLate();
        var unusedResult = once.call(id, this::add);
      }
      assertAdded(write);
    }
  }

  @Test
  void anotherTransactionOfUnknownOutcomeIsNotRepeated() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    CommitOutcomeUnknownException foreign = unknownOutcome();
    assertThatThrownBy(
            () ->
                once.call(
                    "foreign",
                    tx -> {
                      runs.incrementAndGet();
                      throw foreign;
                    }))
        .isSameAs(foreign);
    assertThat(once.callAsync("foreign", tx -> CompletableFuture.failedFuture(foreign)))
        .failsWithin(1, TimeUnit.MINUTES)
        .withThrowableThat()
        .withCause(foreign);
    assertThat(runs).hasValue(1);
  }

  /** The thread is interrupted in the middle of a commit. */
  private CommitOutcomeUnknownException unknownOutcome() throws IOException {
    Thread committing = Thread.currentThread();
    try (FaultyClient client =
        new FaultyClient(connection.getConfiguration(), RowlockOptions.builder().build())) {
      Transaction lost = client.begin();
      lost.table(table).put(Rows.put("q", 2));
      client.network().when(call -> interrupted(committing), Fault.DELIVER_LATE);
      lost.commit();
      throw new AssertionError("committed");
    } catch (CommitOutcomeUnknownException unknown) {
      assertThat(Thread.interrupted()).isTrue();
      return unknown;
    }
  }

  private static boolean interrupted(Thread thread) {
    thread.interrupt();
    return true;
  }

  /** The first attempt is committed, and its answer lost; after it the network is down. */
  @Test
  void failureOfLaterAttemptIsNoAnswer() throws Exception {
    try (FaultyClient client = new FaultyClient(connection.getConfiguration(), IMPATIENT)) {
      OnceTable<byte[]> lossy = OnceTable.on(client.transactions(), IDS);
      assertThatThrownBy(() -> lossy.call("outage", tx -> cutOff(client)))
          .isInstanceOf(CommitOutcomeUnknownException.class)
          .satisfies(lost -> assertThat(lost.getSuppressed()).isNotEmpty());
      assertThat(once.call("outage", this::add).isRepeated()).isTrue();

      client.network().heal();
      assertThat(
              lossy.callAsync(
                  "asynchronous outage", tx -> CompletableFuture.completedFuture(cutOff(client))))
          .failsWithin(1, TimeUnit.MINUTES)
          .withThrowableThat()
          .withCauseInstanceOf(CommitOutcomeUnknownException.class);
      assertThat(once.call("asynchronous outage", this::add).isRepeated()).isTrue();
    }
  }

  /** All further requests are executed, and none is answered. */
  private static byte[] cutOff(FaultyClient client) {
    for (int i = 0; i < 1_000; i++) {
      client.network().when(call -> true, Fault.LOSE_REPLY);
    }
    return bytes("result");
  }

  @Test
  void cancelledWorkIsNotCommitted() throws Exception {
    CompletableFuture<Void> started = new CompletableFuture<>();
    CompletableFuture<byte[]> work = new CompletableFuture<>();
    CompletableFuture<OnceResult<byte[]>> call =
        once.callAsync(
            "cancelled",
            tx -> {
              started.complete(null);
              return work;
            });
    started.get(1, TimeUnit.MINUTES);
    assertThat(call.cancel(true)).isTrue();
    work.complete(bytes("late"));
    transactions.drain();
    assertThat(once.call("cancelled", this::add).isRepeated()).isFalse();
  }

  @Test
  void commitUnderWayCannotBeCancelled() throws Exception {
    try (FaultyClient client = new FaultyClient(connection.getConfiguration(), IMPATIENT)) {
      client.network().at(Kind.WRITE, 1, Fault.PAUSE);
      CompletableFuture<Void> paused =
          client.network().struckBy(Fault.PAUSE).thenAccept(write -> {});
      CompletableFuture<OnceResult<byte[]>> call =
          OnceTable.on(client.transactions(), IDS)
              .callAsync("paused", tx -> CompletableFuture.completedFuture(bytes("done")));
      paused.get(1, TimeUnit.MINUTES);
      assertThat(call.cancel(true)).isFalse();
      client.network().resume();
      assertThat(call.get(1, TimeUnit.MINUTES).value()).isEqualTo(bytes("done"));
    }
  }

  /** Two such ids would have the same row. */
  @Test
  void idsWithHalfCharactersAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> once.call("x\uD83D", this::add))
        .withMessageContaining("half of a character");
  }

  @Test
  void purgeRemovesOldIds() throws IOException {
    for (int i = 0; i < 3; i++) {
      var unused = once.call("old-" + i, tx -> new byte[0]);
    }
    assertThat(once.purge(Duration.ofHours(1))).isZero();
    assertThat(once.purge(Duration.ofHours(-1))).isGreaterThanOrEqualTo(3);
    assertThat(once.find("old-0")).isEmpty();
    assertThat(once.call("old-0", tx -> new byte[0]).isRepeated()).isFalse();
  }

  @Test
  void severalClientsMayCreateTheTable() throws Exception {
    TableName ids = TableName.valueOf("once_by_several");
    Crew.runAll(3, client -> OnceTable.create(connection, ids));
    assertThat(OnceTable.on(transactions, ids).call("a", tx -> new byte[0]).isRepeated()).isFalse();
  }

  @Test
  void otherTablesAreRefused() throws IOException {
    TableName plain = TestTables.createPlain(connection);
    assertThatThrownBy(() -> OnceTable.create(connection, plain))
        .hasMessageContaining(plain.getNameAsString())
        .hasMessageContaining("is no table of ids");
    OnceTable.create(connection, IDS); // once more
  }
}
