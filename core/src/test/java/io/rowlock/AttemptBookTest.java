package io.rowlock;

import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.simulation.BrokenLog;
import io.rowlock.simulation.LostMessage;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

/** Actions after the end of a transaction, on a store in memory. */
class AttemptBookTest {

  private final SimulatedTransactions simulated = new SimulatedTransactions();
  private final List<String> done = new ArrayList<>();

  private Transaction prepared(Transaction transaction) throws IOException {
    transaction.afterCommit(() -> done.add("committed " + simulated.stored("a")));
    transaction.afterCommit(() -> done.add("again"));
    transaction.afterRollback(() -> done.add("rolled back"));
    write(transaction, "a", "1");
    return transaction;
  }

  @Test
  void committedTransactionRunsTheActionsInOrder() throws IOException {
    Transaction transaction = prepared(simulated.begin());
    assertThat(done).isEmpty();
    transaction.commit();
    transaction.close();
    assertThat(done).containsExactly("committed 1", "again");
  }

  @Test
  void rolledBackTransactionRunsTheOthers() throws IOException {
    prepared(simulated.begin()).close();
    assertThat(done).containsExactly("rolled back");
    assertThat(prepared(simulated.begin()).rollbackAsync()).isCompleted();
    assertThat(done).containsExactly("rolled back", "rolled back");
  }

  @Test
  void conflictIsARollback() throws IOException {
    Transaction transaction = prepared(simulated.begin());
    String old = read(transaction, "b");
    simulated.overwrite("b", "2");
    write(transaction, "c", old + "!");
    assertThatThrownBy(transaction::commit).isInstanceOf(ConflictException.class);
    assertThat(done).containsExactly("rolled back");
  }

  @Test
  void unknownOutcomeRunsNothing() throws IOException {
    Script silent =
        new Script()
            .write(
                1,
                call -> {
                  call.execute();
                  Thread.currentThread().interrupt();
                });
    Transaction transaction = prepared(new SimulatedTransactions(silent).begin());
    assertThatThrownBy(transaction::commit).isInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(Thread.interrupted()).isTrue();
    transaction.close();
    assertThat(done).isEmpty();
  }

  @Test
  void lostAnswerThatIsSettledIsACommit() throws IOException {
    SimulatedTransactions lossy =
        new SimulatedTransactions(new Script().write(1, LostMessage::reply));
    Transaction transaction = lossy.begin();
    transaction.afterCommit(() -> done.add("committed"));
    write(transaction, "a", "1");
    transaction.commit();
    assertThat(done).containsExactly("committed");
  }

  @Test
  void actionsThatFailChangeNothing() throws IOException {
    Transaction transaction = simulated.begin();
    transaction.afterCommit(
        () -> {
          throw new AssertionError("intended");
        });
    transaction.afterCommit(() -> done.add("next"));
    write(transaction, "a", "1");
    transaction.commit();
    assertThat(done).containsExactly("next");
  }

  @Test
  void endedTransactionTakesNoActions() throws IOException {
    Transaction transaction = prepared(simulated.begin());
    transaction.commit();
    assertThatThrownBy(() -> transaction.afterCommit(() -> done.add("late")))
        .isInstanceOf(TransactionEndedException.class)
        .hasMessageContaining("it is committed");
    assertThatThrownBy(() -> transaction.afterRollback(() -> done.add("late")))
        .isInstanceOf(TransactionEndedException.class);
    assertThat(done).doesNotContain("late");
  }

  /** The first attempt reads a row that changes; the second one is committed. */
  @Test
  void eachAttemptHasItsOwnActions() throws IOException {
    simulated
        .loop()
        .call(
            TransactionSettings.ofDefaults(),
            transaction -> {
              int attempt = done.size();
              transaction.afterCommit(() -> done.add("committed after " + attempt));
              transaction.afterRollback(() -> done.add("rolled back"));
              String old = read(transaction, "b");
              if (attempt == 0) {
                simulated.overwrite("b", "2");
              }
              write(transaction, "c", old + "!");
              return true;
            });
    assertThat(done).containsExactly("rolled back", "committed after 1");
  }

  @Test
  void workThatThrowsIsARollback() {
    TransactionAttempt attempt = simulated.attempt();
    assertThatThrownBy(
            () ->
                attempt.execute(
                    transaction -> {
                      prepared(transaction);
                      throw new IllegalArgumentException("intended");
                    }))
        .hasMessage("intended");
    assertThat(done).containsExactly("rolled back");
  }

  /** What the attempt has read is being validated when its thread is interrupted. */
  @Test
  void interruptedWorkIsARollback() {
    List<Runnable> late = new ArrayList<>();
    Script slow = new Script().read(4, call -> late.add(call::deliver));
    SimulatedTransactions interrupted = new SimulatedTransactions(slow);
    assertThatThrownBy(
            () ->
                interrupted
                    .attempt()
                    .execute(
                        transaction -> {
                          transaction.afterRollback(() -> done.add("rolled back"));
                          String unused = read(transaction, "a") + read(transaction, "b");
                          Thread.currentThread().interrupt();
                          throw new IllegalArgumentException("intended");
                        }))
        .hasMessage("intended");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(done).containsExactly("rolled back");
    assertThat(late).isNotEmpty();
    late.forEach(Runnable::run);
    assertThat(interrupted.counted().failed()).isEqualTo(1);
    assertThat(interrupted.counted().conflicts()).isZero();
  }

  /** The future completes after the actions, which run on the executor. */
  @Test
  void asynchronousAttemptsRunThemOnTheExecutor() {
    List<Runnable> tasks = new ArrayList<>();
    Executor later = tasks::add;
    CompletableFuture<Boolean> future =
        simulated
            .attempt(later)
            .executeAsync(
                transaction -> {
                  try {
                    prepared(transaction);
                  } catch (IOException failed) {
                    return CompletableFuture.failedFuture(failed);
                  }
                  return CompletableFuture.completedFuture(true);
                });
    tasks.remove(0).run();
    assertThat(done).isEmpty();
    assertThat(future).isNotDone();
    tasks.remove(0).run();
    assertThat(done).containsExactly("committed 1", "again");
    assertThat(future).isCompleted();
  }

  @Test
  void anAppenderThatThrowsDoesNotHideTheCommit() throws IOException {
    try (BrokenLog log = new BrokenLog(AttemptBook.class)) {
      Transaction transaction = simulated.begin();
      transaction.afterCommit(
          () -> {
            throw new IllegalStateException("of the user");
          });
      write(prepared(transaction), "a", "1");
      assertThat(transaction.commitAsync()).isCompleted();
      assertThat(log.events()).isPositive();
    }
    assertThat(done).containsExactly("committed 1", "again");
  }
}
