package io.rowlock;

import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Transactions that the user commits or rolls back by hand, on a store in memory. */
class TransactionTest {

  private final SimulatedTransactions simulated = new SimulatedTransactions();

  @Test
  void commitWrites() throws IOException {
    try (Transaction transaction = simulated.begin()) {
      write(transaction, "a", "1");
      assertThat(read(transaction, "a")).isEqualTo("1");
      assertThat(simulated.stored("a")).isNull();
      transaction.commit();
    }
    assertThat(simulated.stored("a")).isEqualTo("1");
    assertThat(simulated.counted().committed()).isEqualTo(1);
  }

  @Test
  void commitAsyncWrites() throws IOException {
    Transaction transaction = simulated.begin();
    write(transaction, "a", "1");
    assertThat(transaction.commitAsync()).isCompleted();
    assertThat(simulated.stored("a")).isEqualTo("1");
    assertThat(simulated.counted().committed()).isEqualTo(1);
  }

  @Test
  void closeRollsBack() throws IOException {
    try (Transaction transaction = simulated.begin()) {
      write(transaction, "a", "1");
    }
    Transaction explicit = simulated.begin();
    write(explicit, "a", "1");
    explicit.rollback();
    explicit.rollback();
    assertThat(explicit.rollbackAsync()).isCompleted();
    assertThat(simulated.stored("a")).isNull();
    assertThat(simulated.counted()).isEqualTo(new TransactionCounters(2, 0, 0, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void endingTwiceIsRefused() throws IOException {
    Transaction transaction = simulated.begin();
    transaction.commit();
    assertThatThrownBy(transaction::commit)
        .isInstanceOf(TransactionEndedException.class)
        .hasMessageContaining(transaction.id())
        .hasMessageContaining("has ended: it is committed");
    assertThatThrownBy(transaction::commitAsync).isInstanceOf(IllegalStateException.class);
    Transaction rolledBack = simulated.begin();
    rolledBack.rollback();
    assertThatThrownBy(rolledBack::commit).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void rollbackAfterACommitHasNoEffect() throws IOException {
    Transaction transaction = simulated.begin();
    write(transaction, "a", "1");
    transaction.commit();
    transaction.rollback();
    assertThat(transaction.rollbackAsync()).isCompleted();
    assertThat(simulated.stored("a")).isEqualTo("1");
  }

  @Test
  void conflictIsReportedWithIdTableAndRow() throws IOException {
    Transaction transaction = simulated.begin();
    String old = read(transaction, "a");
    simulated.overwrite("a", "2");
    write(transaction, "b", old + "!");
    assertThatThrownBy(transaction::commit)
        .isInstanceOfSatisfying(
            ConflictException.class,
            conflict -> {
              assertThat(conflict.transactionId()).contains(transaction.id());
              assertThat(conflict.table()).contains(SimulatedTransactions.TABLE);
              assertThat(conflict.row().orElseThrow()).isEqualTo(SimulatedTransactions.bytes("a"));
            });
    transaction.rollback();
    assertThat(simulated.counted().conflicts()).isEqualTo(1);
  }

  @Test
  void conflictOfCommitAsyncFailsItsFuture() throws IOException {
    Transaction transaction = simulated.begin();
    String old = read(transaction, "a");
    simulated.overwrite("a", "2");
    write(transaction, "b", old + "!");
    CompletableFuture<Void> commit = transaction.commitAsync();
    assertThatThrownBy(commit::join).hasCauseInstanceOf(ConflictException.class);
    assertThat(simulated.counted().conflicts()).isEqualTo(1);
  }

  @Test
  void useAfterTheEndIsAMistakeOfItsOwnKind() throws IOException {
    Transaction transaction = simulated.begin();
    write(transaction, "a", "1");
    transaction.commit();
    assertThatThrownBy(() -> read(transaction, "a"))
        .isInstanceOfSatisfying(
            TransactionEndedException.class,
            late -> assertThat(late.transactionId()).isEqualTo(transaction.id()))
        .hasMessageContaining(transaction.id())
        .hasMessageContaining("it is committed");
    Transaction unknown = silent().begin();
    write(unknown, "a", "1");
    assertThatThrownBy(unknown::commit).isInstanceOf(CommitOutcomeUnknownException.class);
    assertThatThrownBy(() -> write(unknown, "a", "2"))
        .isInstanceOf(TransactionEndedException.class)
        .hasMessageContaining("it is being committed");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interruptedBeforeTheCommitIsSurelyNotCommitted() throws IOException {
    Transaction transaction = simulated.begin();
    write(transaction, "a", "1");
    Thread.currentThread().interrupt();
    assertThatThrownBy(transaction::commit)
        .isInstanceOf(InterruptedIOException.class)
        .hasMessageContaining(transaction.id());
    assertThat(Thread.interrupted()).isTrue();
    assertThat(simulated.stored("a")).isNull();
    assertThat(simulated.counted().failed()).isEqualTo(1);
    assertThatThrownBy(() -> read(transaction, "a")).hasMessageContaining("it is rolled back");
  }

  /**
   * Returns transactions whose only write is never answered, so that the waiting thread is
   * interrupted.
   */
  private static SimulatedTransactions silent() {
    return new SimulatedTransactions(
        new Script()
            .write(
                1,
                call -> {
                  call.execute();
                  Thread.currentThread().interrupt();
                }));
  }

  @Test
  void interruptedCommitIsOfUnknownOutcome() throws IOException {
    SimulatedTransactions silent = silent();
    Transaction transaction = silent.begin();
    write(transaction, "a", "1");
    assertThatThrownBy(transaction::commit)
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .hasMessageContaining("Interrupted")
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(silent.counted().unknownOutcomes()).isEqualTo(1);
  }

  @Test
  void lostAnswerThatCanBeSettledIsACommit() throws IOException {
    SimulatedTransactions lossy =
        new SimulatedTransactions(new Script().write(1, LostMessage::reply));
    try (Transaction transaction = lossy.begin()) {
      write(transaction, "a", "1");
      transaction.commit();
    }
    assertThat(lossy.counted().committed()).isEqualTo(1);
  }

  /** The read of a lock is the first request of the commit, the commit point the next one. */
  @Test
  void errorBeforeTheCommitPointIsNoCommit() {
    assertThatThrownBy(() -> commitThroughErrors(new Script().read(1, call -> overflow())))
        .isExactlyInstanceOf(NotCommittedException.class)
        .hasMessageContaining("before it could take effect");
  }

  @Test
  void errorAtTheCommitPointIsSettled() throws IOException {
    SimulatedTransactions settled = commitThroughErrors(new Script().write(1, call -> overflow()));
    assertThat(settled.counted().committed()).isEqualTo(1);
    assertThat(settled.counted().unknownOutcomes()).isZero();
  }

  private static SimulatedTransactions commitThroughErrors(Script script) throws IOException {
    SimulatedTransactions through = new SimulatedTransactions(script);
    Transaction transaction = through.begin();
    write(transaction, "a", "1");
    transaction.commit();
    return through;
  }

  private static void overflow() {
    throw new StackOverflowError("of nobody");
  }
}
