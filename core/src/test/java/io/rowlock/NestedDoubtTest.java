package io.rowlock;

import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.simulation.Script;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Unknown outcomes of transactions that the code of another transaction runs. */
class NestedDoubtTest {

  private final Script script = new Script();
  private final SimulatedTransactions simulated = new SimulatedTransactions(script);
  private int outerRuns;
  private int innerRuns;

  private void interruptFirstCommit() {
    interruptWrite(1);
  }

  private void interruptWrite(int number) {
    script.write(
        number,
        call -> {
          call.execute();
          Thread.currentThread().interrupt();
        });
  }

  private void swallowDoubt() {
    swallowDoubtAndStayInterrupted();
    assertThat(Thread.interrupted()).isTrue();
  }

  private void swallowDoubtAndStayInterrupted() {
    assertThatThrownBy(
            () ->
                simulated.run(
                    tx -> {
                      innerRuns++;
                      write(tx, "c", "inner");
                    }))
        .isInstanceOf(CommitOutcomeUnknownException.class);
  }

  @Test
  void swallowedDoubtAboutInnerOneIsReportedInsteadOfASecondRun() {
    interruptFirstCommit();
    assertThatThrownBy(
            () ->
                simulated.run(
                    outer -> {
                      outerRuns++;
                      var unused = read(outer, "a");
                      swallowDoubt();
                      simulated.overwrite("a", "rival");
                      write(outer, "b", "outer");
                    }))
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .satisfies(
            doubt ->
                assertThat(doubt.getSuppressed())
                    .hasSize(1)
                    .hasOnlyElementsOfType(ConflictException.class));
    assertThat(outerRuns).isEqualTo(1);
    assertThat(innerRuns).isEqualTo(1);
  }

  @Test
  void swallowedDoubtIsNoFailure() throws IOException {
    interruptFirstCommit();
    simulated.run(
        outer -> {
          swallowDoubt();
          write(outer, "b", "outer");
        });
    assertThat(simulated.stored("b")).isEqualTo("outer");
  }

  /** The code's own failure passes, and is not taken for a conflict that runs the code again. */
  @Test
  void failureAfterSwallowedDoubtPasses() {
    interruptFirstCommit();
    assertThatThrownBy(
            () ->
                simulated.run(
                    outer -> {
                      String unused = read(outer, "a") + read(outer, "b");
                      swallowDoubt();
                      simulated.overwrite("a", "rival");
                      throw new IllegalStateException("of the code");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .satisfies(
            failure ->
                assertThat(failure.getSuppressed())
                    .hasOnlyElementsOfType(CommitOutcomeUnknownException.class));
    assertThat(innerRuns).isEqualTo(1);
  }

  /** The failure of an interrupted commit says that nothing is committed: the caller may repeat. */
  @Test
  void doubtIsReportedAlsoIfTheThreadStaysInterrupted() {
    interruptFirstCommit();
    try {
      assertThatThrownBy(
              () ->
                  simulated.run(
                      outer -> {
                        swallowDoubtAndStayInterrupted();
                        write(outer, "b", "outer");
                      }))
          .isInstanceOf(CommitOutcomeUnknownException.class)
          .satisfies(
              doubt ->
                  assertThat(doubt.getSuppressed())
                      .hasSize(1)
                      .hasOnlyElementsOfType(InterruptedIOException.class));
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(simulated.stored("b")).isNull();
  }

  @Test
  void wrappedConflictDoesNotHideTheDoubt() {
    interruptFirstCommit();
    assertThatThrownBy(
            () ->
                simulated.run(
                    outer -> {
                      var unused = read(outer, "a");
                      swallowDoubt();
                      simulated.overwrite("a", "rival");
                      readWrapped(outer);
                    }))
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .satisfies(
            doubt ->
                assertThat(doubt.getSuppressed())
                    .hasSize(1)
                    .hasOnlyElementsOfType(UncheckedIOException.class));
    assertThat(innerRuns).isEqualTo(1);
  }

  /** After a conflict the caller would run the code again. */
  @Test
  void conflictOfALaterInnerOneDoesNotHideTheDoubt() {
    interruptFirstCommit();
    assertThatThrownBy(
            () ->
                simulated.run(
                    outer -> {
                      swallowDoubt();
                      loseInnerOne();
                    }))
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .satisfies(
            doubt ->
                assertThat(doubt.getSuppressed()).hasOnlyElementsOfType(ConflictException.class));
    assertThat(innerRuns).isEqualTo(1);
  }

  private void loseInnerOne() throws IOException {
    TransactionSettings once =
        TransactionSettings.builder().retryPolicy(RetryPolicy.none()).build();
    var unused =
        simulated
            .loop()
            .call(
                once,
                inner -> {
                  var before = read(inner, "a");
                  simulated.overwrite("a", "rival");
                  write(inner, "d", "inner");
                  return before;
                });
  }

  @Test
  void allDoubtsAreReported() {
    interruptWrite(1);
    interruptWrite(2);
    List<String> unknown = new ArrayList<>();
    assertThatThrownBy(
            () ->
                simulated.run(
                    outer -> {
                      String unused = read(outer, "a") + read(outer, "b");
                      for (int i = 0; i < 2; i++) {
                        try {
                          simulated.run(inner -> write(inner, "c", "inner"));
                        } catch (CommitOutcomeUnknownException doubt) {
                          unknown.add(doubt.transactionId().orElseThrow());
                          assertThat(Thread.interrupted()).isTrue();
                        }
                      }
                      simulated.overwrite("a", "rival");
                      write(outer, "b", "outer");
                    }))
        .isInstanceOfSatisfying(
            CommitOutcomeUnknownException.class,
            first -> {
              assertThat(unknown).hasSize(2).startsWith(first.transactionId().orElseThrow());
              assertThat(first.getSuppressed())
                  .filteredOn(CommitOutcomeUnknownException.class::isInstance)
                  .extracting(
                      second ->
                          ((CommitOutcomeUnknownException) second).transactionId().orElseThrow())
                  .containsExactly(unknown.get(1));
            });
  }

  private static void readWrapped(Transaction outer) {
    try {
      var unused = read(outer, "a");
    } catch (IOException conflict) {
      throw new UncheckedIOException(conflict);
    }
  }

  @Test
  void doubtOfAnAsynchronousCommitIsNoticed() {
    DoubtfulManager doubtful = new DoubtfulManager();
    assertThatThrownBy(
            () ->
                doubtful.manager.run(
                    outer -> {
                      outerRuns++;
                      String unused = read(outer, "a") + read(outer, "x");
                      doubtful.loseNext();
                      assertThatThrownBy(() -> commitAsync(doubtful.manager, "c"))
                          .isInstanceOf(CompletionException.class)
                          .hasCauseInstanceOf(CommitOutcomeUnknownException.class);
                      commitAsync(doubtful.manager, "a");
                      write(outer, "b", "outer");
                    }))
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .satisfies(
            doubt ->
                assertThat(doubt.getSuppressed()).hasOnlyElementsOfType(ConflictException.class));
    assertThat(outerRuns).isEqualTo(1);
  }

  private static void commitAsync(TransactionManager manager, String row) throws IOException {
    Transaction transaction = manager.begin();
    write(transaction, row, "inner");
    transaction.commitAsync().join();
  }
}
