package io.rowlock.internal.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.internal.protocol.commit.CommitGate;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.transaction.ActiveTransaction.State;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class CallTrackerTest {

  private static final RowKey ROW = new RowKey(TestBed.TABLE, Bytes.toBytes("row"));

  private final CommitGate gate = new CommitGate();
  private final CallTracker calls = new CallTracker(new TransactionId(1, 2), gate, () -> {});

  @Test
  void successCommits() {
    assertThat(stateAfter(CompletableFuture.completedFuture(null))).isEqualTo(State.COMMITTED);
  }

  @Test
  void failuresOfWhichTheProtocolPromisesItAreRollBacks() {
    assertThat(stateAfter(ProtocolFailure.conflict(ROW, "conflict", Conflict.written(null))))
        .isEqualTo(State.ROLLED_BACK);
  }

  @Test
  void failuresOfTheStoreAreRollBacks() {
    assertThat(stateAfter(new CompletionException(new IOException("down"))))
        .isEqualTo(State.ROLLED_BACK);
  }

  @Test
  void unknownOutcomeStaysUnknown() {
    assertThat(stateAfter(ProtocolFailure.outcomeUnknown(ROW, "lost", null)))
        .isEqualTo(State.UNKNOWN);
  }

  @Test
  void unforeseenFailurePromisesNothing() {
    gate.pass();
    assertThat(stateAfter(new IllegalStateException("bug"))).isEqualTo(State.UNKNOWN);
  }

  private <T> CompletableFuture<T> call(Supplier<CompletableFuture<T>> work) {
    return calls.end(calls.begin().thenCompose(begun -> work.get()));
  }

  private CompletableFuture<Void> commit(Supplier<CompletableFuture<Void>> work) {
    CompletableFuture<Void> begun = calls.beginCommit();
    return begun.isCompletedExceptionally()
        ? begun
        : calls.endCommit(begun.thenCompose(committing -> work.get()));
  }

  private State stateAfter(Throwable failure) {
    return stateAfter(CompletableFuture.failedFuture(failure));
  }

  private State stateAfter(CompletableFuture<Void> outcome) {
    var unused = commit(() -> outcome);
    return calls.state();
  }

  @Test
  void commitThatThrowsIsAFailedCommit() {
    CompletableFuture<Void> commit =
        commit(
            () -> {
              throw ProtocolFailure.illegal(null, "thrown");
            });

    assertThatThrownBy(commit::join).hasMessageContaining("thrown");
    assertThat(calls.state()).isEqualTo(State.ROLLED_BACK);
  }

  /** For example of a snapshot, whose scanners are closed. */
  @Test
  void callThatFailsBecauseTheTransactionEndsTellsWhy() {
    CompletableFuture<Void> page = new CompletableFuture<>();
    CallTracker ending =
        new CallTracker(
            new TransactionId(1, 2),
            new CommitGate(),
            () -> page.completeExceptionally(ProtocolFailure.ended("closed")));
    CompletableFuture<Void> call = ending.end(ending.begin().thenCompose(begun -> page));

    assertThat(ending.stop(ProtocolFailure.timeout("too late"))).isTrue();

    assertThatThrownBy(call::join).hasMessageContaining("too late");
    assertThat(page).isCompletedExceptionally();
  }

  @Test
  void callThatEndsInAnErrorIsNoLongerUnderWay() {
    CompletableFuture<String> call =
        call(
            () -> {
              throw new AssertionError("a filter's");
            });

    assertThatThrownBy(call::join).hasRootCauseMessage("a filter's");
    assertThat(stateAfter(CompletableFuture.completedFuture(null))).isEqualTo(State.COMMITTED);
  }

  @Test
  void commitThatEndsInAnErrorPromisesNothing() {
    CompletableFuture<Void> commit =
        commit(
            () -> {
              gate.pass();
              throw new StackOverflowError("deep");
            });

    assertThatThrownBy(commit::join).hasRootCauseMessage("deep");
    assertThat(calls.state()).isEqualTo(State.UNKNOWN);
  }

  @Test
  void nothingElseHappensDuringACommit() {
    CompletableFuture<Void> outcome = new CompletableFuture<>();
    CompletableFuture<Void> commit = commit(() -> outcome);

    assertThat(calls.state()).isEqualTo(State.COMMITTING);
    assertRefused(call(() -> CompletableFuture.completedFuture("read")));
    assertRefused(commit(() -> outcome));
    assertRefused(calls.rollBack());

    outcome.complete(null);
    assertThat(commit).isCompleted();
    assertThat(calls.state()).isEqualTo(State.COMMITTED);
  }

  private static void assertRefused(CompletableFuture<?> call) {
    assertThatThrownBy(call::join).hasMessageContaining("it is being committed");
  }

  @Test
  void callHasEndedWhenItsFutureIsDone() {
    CompletableFuture<String> answer = new CompletableFuture<>();
    CompletableFuture<Void> commitAfterwards =
        call(() -> answer)
            .thenCompose(read -> commit(() -> CompletableFuture.completedFuture(null)));

    answer.complete("read");

    assertThat(commitAfterwards).isCompleted();
  }

  @Test
  void callThatThrowsHasEnded() {
    CompletableFuture<String> broken =
        call(
            () -> {
              throw new IllegalStateException("broken");
            });

    assertThatThrownBy(broken::join).hasMessageContaining("broken");
    assertThat(stateAfter(CompletableFuture.completedFuture(null))).isEqualTo(State.COMMITTED);
  }
}
