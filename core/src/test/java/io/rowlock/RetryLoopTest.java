package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.engine.RepetitionGate;
import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.protocol.lock.Conflict;
import io.rowlock.internal.store.Environment;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.Scheduler;
import io.rowlock.internal.telemetry.Telemetry;
import io.rowlock.simulation.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** The loop in virtual time, with scripted attempts; each case blocking and asynchronous. */
class RetryLoopTest {

  private static final int ESCALATE_AFTER = 3;
  private static final Telemetry TELEMETRY =
      new Telemetry(OpenTelemetry.noop(), new VirtualTime(), Duration.ZERO);
  private static final TransactionSettings DEFAULT_SETTINGS = TransactionSettings.ofDefaults();
  private static final RetryPolicy DEFAULTS = RetryPolicy.ofDefaults();
  private static final CompletableFuture<String> NOTHING =
      CompletableFuture.completedFuture("unused");

  private final VirtualTime time = new VirtualTime();
  private final CounterBook counters = new CounterBook();
  private final List<Long> ages = new ArrayList<>();
  private final List<ReservationRequest> reservations = new ArrayList<>();
  private final List<Duration> starts = new ArrayList<>();

  @Test
  void succeedsAtOnce() throws IOException {
    assertThat(call(n -> null, DEFAULTS)).isEqualTo("value 1");
    assertThat(time.await(callAsync(n -> null, DEFAULTS))).isEqualTo("value 1");
    assertThat(counters.snapshot(0, 0).retries()).isZero();
  }

  @Test
  void repeatsConflictsUntilSuccess() throws IOException {
    IntFunction<Throwable> script = n -> n < 4 ? conflict(n) : null;
    assertThat(call(script, DEFAULTS)).isEqualTo("value 4");
    assertThat(time.await(callAsync(script, DEFAULTS))).isEqualTo("value 4");
    assertThat(counters.snapshot(0, 0).retries()).isEqualTo(6);
  }

  @Test
  void everyAttemptKeepsTheAgeOfTheFirst() throws IOException {
    long begun = time.currentMillis();
    assertThat(call(n -> n < 6 ? conflict(n) : null, DEFAULTS)).isEqualTo("value 6");
    assertThat(ages).hasSize(6).containsOnly(begun);
    assertThat(time.currentMillis()).isGreaterThan(begun);
  }

  @Test
  void takesTheRowsOfTheAttemptBeforeAndLocksThemAfterAFew() throws IOException {
    assertThat(call(n -> n < 5 ? conflict(n) : null, DEFAULTS)).isEqualTo("value 5");
    assertThat(reservations)
        .extracting(reservation -> reservation.rows().size())
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(reservations)
        .extracting(ReservationRequest::escalates)
        .containsExactly(false, false, false, true, true);
  }

  @Test
  void givesUpAfterMaxAttempts() {
    assertThatThrownBy(() -> call(RetryLoopTest::conflict, attempts(3)))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("conflict 3");
    assertThat(ages).hasSize(3);
    assertThatThrownBy(() -> time.await(callAsync(RetryLoopTest::conflict, attempts(3))))
        .hasCauseInstanceOf(ConflictException.class);
    assertThat(ages).hasSize(6);
  }

  @Test
  void noAttemptStartsAfterMaxElapsed() {
    RetryPolicy policy = RetryPolicy.builder().maxElapsed(Duration.ofSeconds(2)).build();
    assertThatThrownBy(() -> call(RetryLoopTest::conflict, policy))
        .isInstanceOf(ConflictException.class);
    assertThat(starts).hasSizeGreaterThan(5).isSorted().endsWith(Duration.ofSeconds(2));
  }

  @Test
  void noAttemptStartsWhenTheTimeoutIsUp() {
    TransactionSettings settings =
        DEFAULT_SETTINGS.toBuilder().timeout(Duration.ofSeconds(2)).build();
    assertTimedOut(() -> call(RetryLoopTest::conflict, settings));
    assertThat(starts).hasSizeGreaterThan(5).allMatch(start -> start.toMillis() < 2000);
    assertTimedOut(() -> time.await(callAsync(RetryLoopTest::conflict, settings)));
  }

  private static void assertTimedOut(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown instanceof CompletionException ? thrown.getCause() : thrown)
        .isInstanceOf(TransactionTimeoutException.class)
        .hasMessageContaining("conflicts too little was left of the timeout of 2000 ms")
        .hasCauseInstanceOf(ConflictException.class)
        .satisfies(
            last ->
                assertThat(last.getSuppressed())
                    .hasSizeGreaterThan(4)
                    .doesNotContain(last.getCause()));
  }

  @Test
  void lastFailureCarriesTheNewestEarlierOnesInOrder() {
    RetryPolicy policy = attempts(RetryHistory.MAX_REMEMBERED + 6);
    List<String> expected =
        IntStream.range(6, RetryHistory.MAX_REMEMBERED + 6)
            .mapToObj(attempt -> conflict(attempt).getMessage())
            .toList();
    Throwable last = catchThrowable(() -> call(RetryLoopTest::conflict, policy));
    assertThat(last.getSuppressed()).extracting(Throwable::getMessage).isEqualTo(expected);
    CompletableFuture<String> future = callAsync(RetryLoopTest::conflict, policy);
    time.runUntilIdle();
    Throwable lastAsync = catchThrowable(future::join).getCause();
    assertThat(lastAsync.getSuppressed()).extracting(Throwable::getMessage).isEqualTo(expected);
  }

  @Test
  void unknownOutcomeIsNeverRepeated() {
    IntFunction<Throwable> script = n -> n < 2 ? conflict(n) : unknown(n);
    assertThatThrownBy(() -> call(script, DEFAULTS))
        .isInstanceOf(CommitOutcomeUnknownException.class)
        .satisfies(last -> assertThat(last.getSuppressed()).hasSize(1));
    assertThat(ages).hasSize(2);
    assertThatThrownBy(() -> time.await(callAsync(script, DEFAULTS)))
        .hasCauseInstanceOf(CommitOutcomeUnknownException.class);
    assertThat(ages).hasSize(4);
  }

  @Test
  void otherFailuresAreNotRepeated() {
    IntFunction<Throwable> broken =
        n -> new NotCommittedException(label(n), null, "broken", null, false);
    assertThatThrownBy(() -> call(broken, DEFAULTS))
        .isExactlyInstanceOf(NotCommittedException.class);
    assertThatThrownBy(() -> call(n -> new ArithmeticException("user's own"), DEFAULTS))
        .isExactlyInstanceOf(ArithmeticException.class);
    assertThat(ages).hasSize(2);
  }

  @Test
  void conflictOfAnotherTransactionIsTheUsersOwn() {
    Throwable foreign =
        new ConflictException(
            new TransactionLabel("another", Optional.empty()),
            null,
            "foreign",
            Conflict.written(null));
    assertThatThrownBy(() -> call(n -> foreign, DEFAULTS)).isSameAs(foreign);
    assertThatThrownBy(() -> time.await(callAsync(n -> foreign, DEFAULTS))).hasCause(foreign);
    assertThat(ages).hasSize(2);
  }

  @Test
  void cancelledCallStartsNoFurtherAttempt() {
    CompletableFuture<String> call = callAsync(RetryLoopTest::conflict, DEFAULTS);
    assertThat(call.cancel(false)).isTrue();
    time.runUntilIdle();
    assertThat(ages).hasSize(1);
  }

  /** Work that learns of its repetition. */
  private record Gated(CompletableFuture<Void> gate)
      implements AsyncTransactionWork<String>, RepetitionGate {

    @Override
    public CompletableFuture<String> execute(Transaction transaction) {
      return NOTHING;
    }

    @Override
    public CompletableFuture<Void> beforeRepetition() {
      return gate;
    }
  }

  @Test
  void noAttemptStartsBeforeTheWorkAllowsIt() {
    Gated work = new Gated(new CompletableFuture<>());
    RetryLoop loop = loop(n -> n < 2 ? conflict(n) : null, environment(time));
    CompletableFuture<String> call = loop.callAsync(DEFAULT_SETTINGS, work);
    time.runUntilIdle();
    assertThat(starts).hasSize(1);

    work.gate().complete(null);
    assertThat(time.await(call)).isEqualTo("value 2");
    assertThat(counters.snapshot(0, 0).retries()).isEqualTo(1);
  }

  @Test
  void waitThatTheManagerEndsFailsTheCall() {
    Environment closing =
        environment(
            (delay, task) -> {
              throw new RejectedExecutionException("closed");
            });
    RetryLoop loop = loop(RetryLoopTest::conflict, closing);
    assertThatThrownBy(() -> loop.call(DEFAULT_SETTINGS, tx -> "unused"))
        .isInstanceOf(NotCommittedException.class)
        .hasMessageContaining("closed")
        .satisfies(
            stopped ->
                assertThat(stopped.getSuppressed())
                    .singleElement()
                    .isInstanceOf(ConflictException.class));
    CompletableFuture<String> call = loop.callAsync(DEFAULT_SETTINGS, tx -> NOTHING);
    assertThatThrownBy(call::join).hasCauseInstanceOf(ConflictException.class);
  }

  @Test
  void closedManagerFailsTheFutureToo() {
    IllegalStateException closed = new IllegalStateException("closed");
    RetryLoop loop =
        new RetryLoop(
            (settings, start, reservation, call) -> {
              throw closed;
            },
            time.environment(1),
            counters,
            Runnable::run,
            ESCALATE_AFTER,
            DEFAULTS,
            TELEMETRY);
    assertThatThrownBy(() -> loop.call(DEFAULT_SETTINGS, tx -> "unused")).isSameAs(closed);
    CompletableFuture<String> call = loop.callAsync(DEFAULT_SETTINGS, tx -> NOTHING);
    assertThatThrownBy(call::join).hasCause(closed);
  }

  /** Runs a call; waiting advances the time at once. */
  private String call(IntFunction<? extends Throwable> script, RetryPolicy policy)
      throws IOException {
    return call(script, DEFAULT_SETTINGS.toBuilder().retryPolicy(policy).build());
  }

  private String call(IntFunction<? extends Throwable> script, TransactionSettings settings)
      throws IOException {
    Environment environment =
        environment(
            (delay, task) -> {
              time.schedule(delay, task);
              time.advance(delay);
            });
    return loop(script, environment).call(settings, tx -> "unused");
  }

  private CompletableFuture<String> callAsync(
      IntFunction<? extends Throwable> script, RetryPolicy policy) {
    return callAsync(script, DEFAULT_SETTINGS.toBuilder().retryPolicy(policy).build());
  }

  private CompletableFuture<String> callAsync(
      IntFunction<? extends Throwable> script, TransactionSettings settings) {
    return loop(script, environment(time)).callAsync(settings, tx -> NOTHING);
  }

  private Environment environment(Scheduler scheduler) {
    return new Environment(time, scheduler, new SplittableRandom(1)::nextLong);
  }

  private RetryLoop loop(IntFunction<? extends Throwable> script, Environment environment) {
    int[] attempts = {0};
    long begun = time.monotonicNanos();
    return new RetryLoop(
        (settings, start, reservation, call) -> {
          ages.add(start.millis());
          reservations.add(reservation);
          starts.add(Duration.ofNanos(time.monotonicNanos() - begun));
          return new ScriptedAttempt(++attempts[0], script);
        },
        environment,
        counters,
        Runnable::run,
        ESCALATE_AFTER,
        DEFAULTS,
        TELEMETRY);
  }

  private static RetryPolicy attempts(int most) {
    return RetryPolicy.builder().maxAttempts(most).build();
  }

  private static String id(int attempt) {
    return "attempt-" + attempt;
  }

  private static TransactionLabel label(int attempt) {
    return new TransactionLabel(id(attempt), Optional.empty());
  }

  private static ConflictException conflict(int attempt) {
    return new ConflictException(
        label(attempt), null, "conflict " + attempt, Conflict.written(null));
  }

  private static CommitOutcomeUnknownException unknown(int attempt) {
    return new CommitOutcomeUnknownException(label(attempt), null, "lost", null);
  }

  /** Fails according to the script, or returns its number. */
  private record ScriptedAttempt(int number, IntFunction<? extends Throwable> script)
      implements Attempt {

    @Override
    public boolean isOwn(RowlockException failure) {
      return failure.transactionId().filter(id(number)::equals).isPresent();
    }

    /** Each attempt has met one more row. */
    @Override
    public ReservationRequest nextReservation(int failed, boolean escalates) {
      SortedSet<RowKey> rows = new TreeSet<>();
      for (int i = 1; i <= failed; i++) {
        rows.add(new RowKey(TableName.valueOf("table"), Bytes.toBytes(i)));
      }
      return new ReservationRequest(rows, escalates);
    }

    @Override
    public boolean cancel() {
      return true;
    }

    @Override
    public boolean isInLine(ReservationRequest next) {
      return false;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T, X extends Exception> T execute(TransactionWork<T, X> work) throws X, IOException {
      Throwable failure = script.apply(number);
      if (failure instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (failure != null) {
        throw (IOException) failure;
      }
      return (T) ("value " + number);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> CompletableFuture<T> executeAsync(AsyncTransactionWork<T> work) {
      Throwable failure = script.apply(number);
      return failure == null
          ? CompletableFuture.completedFuture((T) ("value " + number))
          : CompletableFuture.failedFuture(new CompletionException(failure));
    }
  }
}
