package io.rowlock;

import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A failure names the identity that the locks of its commit name. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class CommitIdTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final TransactionSettings SETTINGS =
      TransactionSettings.builder().timeout(TIMEOUT).build();

  private final Script script = new Script();
  private final List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
  private final SimulatedTransactions simulated =
      SimulatedTransactions.inStandingTime(script, RowlockOptions.ofDefaults());

  private Transaction writer(TransactionSettings settings, String value) throws IOException {
    Transaction transaction = simulated.begin(settings);
    write(transaction, "a", value);
    return transaction;
  }

  /** Returns how the commit ends, whose write of the row arrives after its timeout. */
  private RowlockException doubtOf(CompletableFuture<Void> commit) {
    simulated.time.advance(TIMEOUT);
    RowlockException failure = (RowlockException) catchThrowable(commit::join).getCause();
    assertThat(failure).isInstanceOf(CommitOutcomeUnknownException.class);
    held.forEach(PendingCall::deliver);
    simulated.time.runUntilIdle();
    return failure;
  }

  private String writerOfTheRow() {
    RowKey row = new RowKey(TABLE, bytes("a"));
    return String.valueOf(LockedRow.of(simulated.store.rawGet(row)).lock().decidedPart().writer());
  }

  private void assertNamesTheWriter(RowlockException doubt) {
    assertThat(doubt.commitId()).contains(writerOfTheRow());
    assertThat(doubt.transactionId()).isNotEqualTo(doubt.commitId());
    assertThat(doubt)
        .hasMessageContaining(doubt.transactionId().orElseThrow())
        .hasMessageContaining("whose locks name " + writerOfTheRow());
  }

  @Test
  void ofACommitThatIsRepeatedAfterALostRace() throws IOException {
    script.write(
        1,
        call -> {
          simulated.anotherProcess().overwrite("a", "theirs");
          call.deliver();
        });
    script.write(3, held::add);
    assertNamesTheWriter(doubtOf(writer(SETTINGS, "1").commitAsync()));
  }

  @Test
  void ofTransactionsThatCommitAsOne() throws IOException {
    List<PendingCall<ConditionalWrite, WriteOutcome>> first = new ArrayList<>();
    script.write(1, first::add);
    script.write(2, held::add);
    CompletableFuture<Void> turn = writer(TransactionSettings.ofDefaults(), "0").commitAsync();
    CompletableFuture<Void> leader = writer(SETTINGS, "1").commitAsync();
    CompletableFuture<Void> member = writer(SETTINGS, "2").commitAsync();
    first.forEach(PendingCall::deliver);

    RowlockException doubt = doubtOf(leader);
    assertThat(turn).isCompleted();
    assertNamesTheWriter(doubt);
    assertThat(((RowlockException) catchThrowable(member::join).getCause()).commitId())
        .isEqualTo(doubt.commitId());
  }

  @Test
  void ofNoCommit() throws IOException {
    Transaction transaction = writer(SETTINGS, "1");
    simulated.time.advance(TIMEOUT);
    assertThat(((RowlockException) catchThrowable(transaction::commit)).commitId()).isEmpty();
  }

  @Test
  void isTheTransactionsOwnIfNothingDisturbsIt() throws IOException {
    script.write(1, held::add);
    RowlockException doubt = doubtOf(writer(SETTINGS, "1").commitAsync());
    assertThat(doubt.commitId()).isEqualTo(doubt.transactionId()).contains(writerOfTheRow());
    assertThat(doubt.getMessage()).doesNotContain("whose locks name");
  }
}
