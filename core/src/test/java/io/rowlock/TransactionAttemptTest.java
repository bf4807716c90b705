package io.rowlock;

import static io.rowlock.SimulatedTransactions.FAMILY;
import static io.rowlock.SimulatedTransactions.QUALIFIER;
import static io.rowlock.SimulatedTransactions.TABLE;
import static io.rowlock.SimulatedTransactions.bytes;
import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.simulation.Script;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One attempt on a store in memory: each case blocking and asynchronous. */
class TransactionAttemptTest {

  /** A failure of the user's own code. */
  private static final class OverdrawnException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private final SimulatedTransactions simulated = new SimulatedTransactions();

  /** Runs the work, blocking or asynchronously. */
  private static <T> T execute(
      boolean async, TransactionAttempt attempt, TransactionWork<T, ?> work) throws Exception {
    if (!async) {
      return attempt.<T, Exception>execute(tx -> work.execute(tx));
    }
    try {
      return attempt
          .<T>executeAsync(tx -> CompletableFuture.completedFuture(work.execute(tx)))
          .join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof Exception cause ? cause : failed;
    }
  }

  private <T> T execute(boolean async, TransactionWork<T, ?> work) throws Exception {
    return execute(async, simulated.attempt(), work);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void returningCommits(boolean async) throws Exception {
    String result =
        execute(
            async,
            tx -> {
              write(tx, "a", "1");
              return "done";
            });
    assertThat(result).isEqualTo("done");
    assertThat(simulated.stored("a")).isEqualTo("1");
    assertThat(simulated.counted().committed()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void throwingRollsBackAndPassesUnwrapped(boolean async) {
    OverdrawnException overdrawn = new OverdrawnException();
    assertThatThrownBy(
            () ->
                execute(
                    async,
                    tx -> {
                      String unused = read(tx, "a");
                      write(tx, "a", "1");
                      throw overdrawn;
                    }))
        .isSameAs(overdrawn)
        .hasNoSuppressedExceptions();
    assertThat(simulated.stored("a")).isNull();
    assertThat(simulated.counted().failed()).isEqualTo(1);
    assertThat(simulated.counted().committed()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void throwingAfterAStaleReadIsAConflict(boolean async) {
    OverdrawnException misled = new OverdrawnException();
    TransactionAttempt attempt = simulated.attempt();
    assertThatThrownBy(
            () ->
                execute(
                    async,
                    attempt,
                    tx -> {
                      String unused = read(tx, "a") + read(tx, "b");
                      simulated.overwrite("a", "2");
                      throw misled;
                    }))
        .isInstanceOf(ConflictException.class)
        .satisfies(conflict -> assertThat(attempt.isOwn((ConflictException) conflict)).isTrue())
        .hasSuppressedException(misled);
    assertThat(simulated.counted().conflicts()).isEqualTo(1);
    assertThat(simulated.counted().failed()).isZero();
  }

  @Test
  void misledWorkIsRunAgainByTheLoop() throws Exception {
    int[] runs = {0};
    TransactionWork<String, OverdrawnException> work =
        tx -> {
          try {
            String first = read(tx, "a") + read(tx, "b");
            if (++runs[0] == 1) {
              simulated.overwrite("a", "2");
              throw new OverdrawnException();
            }
            return first;
          } catch (IOException unexpected) {
            throw new AssertionError(unexpected);
          }
        };
    String result = simulated.loop().call(TransactionSettings.ofDefaults(), work);
    assertThat(result).isEqualTo("2null");
    assertThat(simulated.counted().retries()).isEqualTo(1);
  }

  /** Another run would run the inner transaction again, which may be committed. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void doubtAboutAnInnerTransactionPassesAlsoAfterAStaleRead(boolean async) {
    CommitOutcomeUnknownException doubt = innerDoubt();
    assertDoubtPasses(async, doubt);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wrappedDoubtPassesToo(boolean async) {
    CommitOutcomeUnknownException doubt = innerDoubt();
    assertDoubtPasses(async, new IllegalStateException("audit", new IOException(doubt)));
  }

  private static CommitOutcomeUnknownException innerDoubt() {
    TransactionLabel inner = new TransactionLabel("inner", Optional.empty());
    return new CommitOutcomeUnknownException(inner, null, "lost", null);
  }

  private void assertDoubtPasses(boolean async, Exception thrown) {
    TransactionWork<String, Exception> work =
        tx -> {
          String unused = read(tx, "a") + read(tx, "b");
          simulated.overwrite("a", "2");
          throw thrown;
        };
    assertThatThrownBy(() -> execute(async, work)).isSameAs(thrown);
    assertThat(simulated.counted().conflicts()).isZero();
    assertThat(simulated.counted().failed()).isEqualTo(1);
    assertThatThrownBy(() -> simulated.loop().call(TransactionSettings.ofDefaults(), work))
        .isSameAs(thrown);
    assertThat(simulated.counted().retries()).isZero();
  }

  @Test
  void errorsPassToo() {
    AssertionError error = new AssertionError("in a test");
    assertThatThrownBy(
            () ->
                simulated
                    .attempt()
                    .execute(
                        tx -> {
                          throw error;
                        }))
        .isSameAs(error);
    CompletableFuture<String> future =
        simulated
            .attempt()
            .executeAsync(
                tx -> {
                  throw error;
                });
    assertThatThrownBy(future::join).hasCause(error);
    assertThat(simulated.counted().failed()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ownConflictIsOneHoweverItIsWrapped(boolean async) {
    assertThatThrownBy(
            () ->
                execute(
                    async,
                    tx -> {
                      try {
                        String first = read(tx, "a");
                        simulated.overwrite("a", first + "2");
                        return read(tx, "a");
                      } catch (ConflictException conflict) {
                        throw new IllegalStateException("wrapped", conflict);
                      }
                    }))
        .isInstanceOf(ConflictException.class);
    assertThat(simulated.counted().conflicts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void staleReadIsAConflictAtCommit(boolean async) {
    assertThatThrownBy(
            () ->
                execute(
                    async,
                    tx -> {
                      String first = read(tx, "a");
                      simulated.overwrite("a", "2");
                      write(tx, "b", first + "!");
                      return first;
                    }))
        .isInstanceOf(ConflictException.class);
    assertThat(simulated.stored("b")).isNull();
    assertThat(simulated.counted().conflicts()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void workThatCannotBeValidatedFailsForItsOwnReasons(boolean async) {
    IOException down = new IOException("the store is down");
    Script script = new Script().read(4, call -> call.fail(down)).read(5, call -> call.fail(down));
    SimulatedTransactions failing = new SimulatedTransactions(script);
    OverdrawnException overdrawn = new OverdrawnException();
    assertThatThrownBy(
            () ->
                execute(
                    async,
                    failing.attempt(),
                    tx -> {
                      String unused = read(tx, "a") + read(tx, "b");
                      throw overdrawn;
                    }))
        .isSameAs(overdrawn);
    assertThat(overdrawn.getSuppressed())
        .singleElement()
        .satisfies(why -> assertThat(why).isExactlyInstanceOf(NotCommittedException.class));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void workCannotEndTheTransaction(boolean async) throws Exception {
    String message = "committed when the callback returns and rolled back when it throws";
    String result =
        execute(
            async,
            tx -> {
              write(tx, "a", "1");
              assertThatThrownBy(tx::commit)
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining(message);
              assertThatThrownBy(tx::commitAsync).hasMessageContaining(message);
              assertThatThrownBy(tx::rollback).hasMessageContaining(message);
              assertThatThrownBy(tx::rollbackAsync).hasMessageContaining(message);
              assertThatThrownBy(tx::close).hasMessageContaining(message);
              return tx.id();
            });
    assertThat(result).hasSize(32);
    assertThat(simulated.stored("a")).isEqualTo("1");
  }

  @Test
  void asynchronousWorkThroughAsynchronousTables() {
    simulated.overwrite("a", "1");
    CompletableFuture<Integer> cells =
        simulated
            .attempt()
            .executeAsync(
                tx -> {
                  AsyncTable<?> table = tx.asyncTable(TABLE);
                  Put copy = new Put(bytes("b")).addColumn(FAMILY, QUALIFIER, bytes("2"));
                  return table
                      .get(new Get(bytes("a")))
                      .thenCompose(found -> table.put(copy).thenApply(done -> found.size()));
                });
    assertThat(cells).isCompletedWithValue(1);
    assertThat(simulated.stored("b")).isEqualTo("2");
  }

  @Test
  void nullInPlaceOfAFutureIsNamed() {
    CompletableFuture<String> future = simulated.attempt().executeAsync(tx -> null);
    assertThatThrownBy(future::join)
        .hasCauseInstanceOf(NullPointerException.class)
        .hasMessageContaining("returned null in place of a future");
  }

  @Test
  void executorThatRefusesFailsTheFuture() {
    CompletableFuture<String> future =
        simulated
            .attempt(
                task -> {
                  throw new RejectedExecutionException("closed");
                })
            .executeAsync(tx -> CompletableFuture.completedFuture("unused"));
    assertThatThrownBy(future::join).hasCauseInstanceOf(RejectedExecutionException.class);
  }
}
