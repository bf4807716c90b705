package io.rowlock;

import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.client.Get;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Transactions whose time limit passes, in virtual time. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class TransactionTimeoutTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final TransactionSettings SETTINGS =
      TransactionSettings.builder().name("transfer").timeout(TIMEOUT).build();

  private final Script script = new Script();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
  private final SimulatedTransactions simulated =
      SimulatedTransactions.inStandingTime(script, RowlockOptions.ofDefaults());

  @Test
  void readEndsAtTheTimeout() {
    script.read(1, never -> simulated.time.advance(TIMEOUT));
    Transaction transaction = simulated.begin(SETTINGS);
    assertTimedOut(() -> read(transaction, "a"));
    assertTimedOut(() -> write(transaction, "a", "1"));
    assertTimedOut(() -> read(transaction, "b"));
    assertTimedOut(transaction::commit);
    assertThat(simulated.counted().failed()).isEqualTo(1);
  }

  private static void assertTimedOut(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isExactlyInstanceOf(TransactionTimeoutException.class)
        .hasMessageContaining("the timeout of 2000 ms (TransactionSettings.timeout)")
        .hasMessageContaining("[transaction 'transfer' ");
  }

  @Test
  void readsUnderWayEnd() {
    script.read(1, never -> {});
    Transaction transaction = simulated.begin(SETTINGS);
    CompletableFuture<?> read = transaction.asyncTable(TABLE).get(new Get(bytes("a")));
    simulated.time.advance(TIMEOUT.minusNanos(1));
    assertThat(read).isNotDone();
    simulated.time.advance(Duration.ofNanos(1));
    assertThatThrownBy(read::join).hasCauseExactlyInstanceOf(TransactionTimeoutException.class);
  }

  @Test
  void whatEndsInTimeIsLeftAlone() throws IOException {
    Transaction transaction = simulated.begin(SETTINGS);
    write(transaction, "a", "1");
    simulated.time.advance(TIMEOUT.minusNanos(1));
    transaction.commit();
    simulated.time.advance(TIMEOUT);
    assertThat(simulated.stored("a")).isEqualTo("1");
    assertThat(simulated.counted().committed()).isEqualTo(1);
    assertThat(simulated.counted().failed()).isZero();
  }

  @Test
  void theTimeOfUserCodeCounts() {
    assertTimedOut(
        () ->
            simulated
                .loop()
                .call(
                    SETTINGS,
                    tx -> {
                      write(tx, "a", "1");
                      simulated.time.advance(TIMEOUT);
                      return "too late to commit";
                    }));
    assertThat(simulated.stored("a")).isNull();
  }

  @Test
  void asynchronousWorkThatNeverEndsIsNotWaitedFor() {
    CompletableFuture<String> call =
        simulated.loop().callAsync(SETTINGS, tx -> new CompletableFuture<>());
    simulated.time.advance(TIMEOUT);
    assertThatThrownBy(call::join).hasCauseExactlyInstanceOf(TransactionTimeoutException.class);
  }

  /** Three rows, one of them only read: committed by the third write. */
  private Transaction inOrder() throws IOException {
    Transaction transaction = simulated.begin(SETTINGS);
    String nothing = read(transaction, "c");
    write(transaction, "a", nothing + "1");
    write(transaction, "b", nothing + "1");
    return transaction;
  }

  @Test
  void commitThatHasNotTakenEffectNeverDoes() throws IOException {
    script.write(1, held::add);
    Transaction transaction = inOrder();
    CompletableFuture<Void> commit = transaction.commitAsync();
    simulated.time.advance(TIMEOUT);
    assertThatThrownBy(commit::join).hasCauseExactlyInstanceOf(TransactionTimeoutException.class);
    held.forEach(PendingCall::deliver);
    simulated.time.runUntilIdle();
    assertThat(simulated.stored("a")).isNull();
    assertThat(simulated.stored("b")).isNull();
    simulated.overwrite("b", "2");
    assertThat(simulated.stored("b")).isEqualTo("2");
    assertThat(simulated.counted().failed()).isEqualTo(1);
    assertThatThrownBy(() -> read(transaction, "a"))
        .isInstanceOf(TransactionTimeoutException.class);
  }

  @Test
  void commitThatWaitsForItsTurnEndsAndLeavesTheRowFree() throws IOException {
    script.write(1, held::add);
    CompletableFuture<Void> first = commitOf("1", TransactionSettings.ofDefaults());
    Duration shorterThanATurn = Duration.ofMillis(100);
    CompletableFuture<Void> inLine =
        commitOf("2", TransactionSettings.builder().timeout(shorterThanATurn).build());
    simulated.time.advance(shorterThanATurn.minusNanos(1));
    assertThat(inLine).isNotDone();
    simulated.time.advance(Duration.ofNanos(1));
    assertThatThrownBy(inLine::join).hasCauseExactlyInstanceOf(TransactionTimeoutException.class);
    assertThat(first).isNotDone();
    held.forEach(PendingCall::deliver);
    simulated.time.runUntilIdle();
    assertThat(first).isCompleted();
    assertThat(simulated.stored("a")).isEqualTo("1");
    assertThat(commitOf("3", SETTINGS)).isCompleted();
  }

  private CompletableFuture<Void> commitOf(String value, TransactionSettings settings)
      throws IOException {
    Transaction transaction = simulated.begin(settings);
    write(transaction, "a", value);
    return transaction.commitAsync();
  }

  @Test
  void commitThatIsTakingEffectIsOfUnknownOutcome() throws IOException {
    script.write(3, held::add);
    CompletableFuture<Void> commit = inOrder().commitAsync();
    assertThat(held).hasSize(1);
    simulated.time.advance(TIMEOUT);
    assertThatThrownBy(commit::join)
        .hasCauseExactlyInstanceOf(CommitOutcomeUnknownException.class)
        .hasMessageContaining("The commit was taking effect at the end of the timeout of 2000 ms");
    assertThat(simulated.counted().unknownOutcomes()).isEqualTo(1);
    held.forEach(PendingCall::deliver);
    assertThat(simulated.stored("a")).isEqualTo("null1");
  }

  @Test
  void commitOfOneRowIsUnknownAsSoonAsItIsSent() throws IOException {
    script.write(1, never -> simulated.time.advance(TIMEOUT));
    Transaction transaction = simulated.begin(SETTINGS);
    write(transaction, "a", "1");
    assertThatThrownBy(transaction::commit).isInstanceOf(CommitOutcomeUnknownException.class);
  }

  /** A caller that waits only for the clean-up gets the known outcome. */
  @Test
  void committedIsCommitted() throws IOException {
    SimulatedTransactions waiting =
        SimulatedTransactions.inStandingTime(
            new Script().write(3, never -> {}),
            RowlockOptions.builder().waitForRollForward(true).build());
    Transaction transaction = waiting.begin(SETTINGS);
    write(transaction, "a", "1");
    write(transaction, "b", "1");
    CompletableFuture<Void> commit = transaction.commitAsync();
    assertThat(commit).isNotDone();
    waiting.time.advance(TIMEOUT);
    assertThat(commit).isCompleted();
    assertThat(waiting.counted().committed()).isEqualTo(1);
  }
}
