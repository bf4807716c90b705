package io.rowlock;

import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import io.rowlock.internal.engine.ThreadPools;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An exception of a user's executor changes no outcome, and no thread of HBase runs its tasks. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class UserExecutorTest {

  private final Script script = new Script();
  private final SimulatedTransactions simulated =
      SimulatedTransactions.inStandingTime(script, RowlockOptions.ofDefaults());
  private int runs;

  static Stream<Named<Supplier<Throwable>>> failures() {
    return Stream.of(
        Named.of("rejection", () -> new RejectedExecutionException("closed")),
        Named.of("exception", () -> new IllegalStateException("broken")),
        Named.of("error", () -> new OutOfMemoryError("unable to create native thread")));
  }

  /** Accepts a number of tasks, and runs them at once. */
  private static Executor taking(int tasks, Supplier<Throwable> failure) {
    int[] taken = {0};
    return task -> {
      if (taken[0]++ >= tasks) {
        throw UserExecutorTest.<RuntimeException>sneaky(failure.get());
      }
      task.run();
    };
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> X sneaky(Throwable failure) throws X {
    throw (X) failure;
  }

  private CompletableFuture<String> put(Executor executor) {
    return simulated
        .loop()
        .callAsync(
            TransactionSettings.builder().executor(executor).build(),
            tx -> {
              runs++;
              write(tx, "a", "1");
              return CompletableFuture.completedFuture("done");
            });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void executorThatTakesNothingKeepsTheWorkFromStarting(Supplier<Throwable> failure) {
    CompletableFuture<String> call = put(taking(0, failure));
    assertThatThrownBy(call::join).hasCauseInstanceOf(failure.get().getClass());
    assertThat(runs).isZero();
    assertThat(simulated.stored("a")).isNull();
    assertThat(simulated.counted().failed()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void commitCompletesAlsoWhenTheExecutorRefusesTasks(Supplier<Throwable> failure) {
    CompletableFuture<String> call = put(taking(1, failure));
    assertThat(call.join()).isEqualTo("done");
    assertThat(simulated.stored("a")).isEqualTo("1");
    assertThat(runs).isEqualTo(1);
  }

  /** Such a call was reported as cancelled, with nothing committed. */
  @ParameterizedTest
  @MethodSource("failures")
  void commitThatIsTakingEffectIsNotReportedAsCancelled(Supplier<Throwable> failure) {
    List<PendingCall<ConditionalWrite, WriteOutcome>> held = new ArrayList<>();
    script.write(1, held::add);
    CompletableFuture<String> call = put(taking(1, failure));
    assertThat(call.cancel(true)).isFalse();
    held.forEach(PendingCall::deliver);
    assertThat(call.join()).isEqualTo("done");
    assertThat(simulated.stored("a")).isEqualTo("1");
  }

  /** An executor may run a task and throw after that. */
  @ParameterizedTest
  @MethodSource("failures")
  void taskThatRanIsNotRunAgain(Supplier<Throwable> failure) {
    int[] tasks = {0};
    Executor completing =
        ThreadPools.completing(
            task -> {
              task.run();
              throw UserExecutorTest.<RuntimeException>sneaky(failure.get());
            });
    completing.execute(() -> tasks[0]++);
    ForkJoinPool.commonPool().awaitQuiescence(60, TimeUnit.SECONDS);
    assertThat(tasks[0]).isEqualTo(1);
  }

  /** An answer arrives on a thread of HBase. */
  @Test
  void refusedTaskRunsOnAnotherThread() {
    Executor refusing = taking(0, () -> new RejectedExecutionException("closed"));
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    ThreadPools.callbacks(Optional.of(refusing), Runnable::run)
        .execute(() -> ran.complete(Thread.currentThread()));
    assertThat(ran.join()).isNotSameAs(Thread.currentThread());
  }
}
