package io.rowlock.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.CommitOutcomeUnknownException;
import io.rowlock.RetryPolicy;
import io.rowlock.RowlockOptions;
import io.rowlock.Transaction;
import io.rowlock.TransactionSettings;
import io.rowlock.TransactionTimeoutException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Time passes when the test lets it, and when nothing else can happen. */
@Timeout(60)
class TimeTest {

  @RegisterExtension
  static final RowlockExtension ROWLOCK = RowlockExtension.with(Accounts::prepare);

  private static final TransactionSettings MINUTE =
      TransactionSettings.builder().timeout(Duration.ofMinutes(1)).build();

  private final RowlockTest kit;

  TimeTest(RowlockTest kit) {
    this.kit = kit;
  }

  @BeforeEach
  void open() throws IOException {
    Accounts.open(kit.otherClient());
  }

  @Test
  void timeLimitPasses() throws IOException {
    try (Transaction tx = kit.transactions().begin(MINUTE)) {
      Accounts.transfer(tx, 30);
      kit.passTime(Duration.ofMinutes(2));
      assertThatThrownBy(tx::commit).isInstanceOf(TransactionTimeoutException.class);
    }
  }

  @Test
  void timeStandsStillWhileCodeRuns() throws Exception {
    try (Transaction tx = kit.transactions().begin(MINUTE)) {
      Accounts.transfer(tx, 30);
      Thread.sleep(50);
      tx.commit();
    }
    assertThat(Accounts.both(kit.transactions())).isEqualTo("70/30");
  }

  @Test
  void leaseOfADeadClientTakesNoRealTime() throws IOException {
    RetryPolicy patient = RetryPolicy.builder().maxElapsed(Duration.ofHours(1)).build();
    RowlockOptions options =
        RowlockOptions.builder().lease(Duration.ofMinutes(10)).retryPolicy(patient).build();
    try (RowlockTest slow = RowlockTest.inMemory(options)) {
      Accounts.prepare(slow);
      Accounts.open(slow.otherClient());
      slow.faults().dieBeforeCommitPoint();
      assertThatThrownBy(() -> Accounts.transfer(slow.transactions(), 30))
          .isInstanceOf(CommitOutcomeUnknownException.class);
      assertThat(Accounts.both(slow.restart())).isEqualTo("100/0");
    }
  }

  @Test
  void asynchronousCallsWaitForTimeToo() {
    kit.faults().conflictNextCommit();
    kit.transactions()
        .callAsync(
            tx ->
                tx.asyncTable(Accounts.TABLE)
                    .get(new Get(Bytes.toBytes("alice")))
                    .thenCompose(
                        alice ->
                            tx.asyncTable(Accounts.TABLE)
                                .put(
                                    new Put(Bytes.toBytes("alice"))
                                        .addColumn(Accounts.FAMILY, null, Bytes.toBytes(5L)))))
        .join();
    assertThat(kit.transactions().counters().conflicts()).isEqualTo(1);
  }

  @Test
  void callbacksMayBlock() throws Exception {
    kit.faults().dieBeforeCommitPoint();
    assertThatThrownBy(() -> Accounts.transfer(kit.transactions(), 30))
        .isInstanceOf(CommitOutcomeUnknownException.class);
    kit.restart();
    CompletableFuture<String> answer =
        kit.otherClient()
            .callAsync(tx -> CompletableFuture.completedFuture("begun"))
            .thenApply(begun -> both());
    assertThat(answer.get(30, TimeUnit.SECONDS)).isEqualTo("100/0");
  }

  private String both() {
    try {
      return Accounts.both(kit.transactions());
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void manyThreadsCount() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      all.add(pool.submit(this::countTo25));
    }
    for (Future<?> one : all) {
      one.get();
    }
    pool.shutdown();
    assertThat((long) kit.transactions().call(tx -> Accounts.get(tx, "bob"))).isEqualTo(100);
  }

  private Void countTo25() throws IOException {
    for (int i = 0; i < 25; i++) {
      kit.transactions().run(tx -> Accounts.set(tx, "bob", Accounts.get(tx, "bob") + 1));
    }
    return null;
  }

  @Test
  void parallelStreamsCount() throws IOException {
    IntStream.range(0, 40)
        .parallel()
        .forEach(
            i -> {
              try {
                kit.transactions()
                    .run(
                        tx ->
                            tx.table(Accounts.TABLE)
                                .increment(
                                    new Increment(Bytes.toBytes("bob"))
                                        .addColumn(Accounts.FAMILY, new byte[0], 1)));
              } catch (IOException failed) {
                throw new AssertionError(failed);
              }
            });
    assertThat((long) kit.transactions().call(tx -> Accounts.get(tx, "bob"))).isEqualTo(40);
  }
}
