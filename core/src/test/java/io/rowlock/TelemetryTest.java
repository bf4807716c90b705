package io.rowlock;

import static io.rowlock.SimulatedTransactions.read;
import static io.rowlock.SimulatedTransactions.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.telemetry.AttemptTelemetry;
import io.rowlock.internal.telemetry.Telemetry;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The traces and metrics of transactions. */
class TelemetryTest {

  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("rowlock.outcome");

  private static final SpanContext OTHER =
      SpanContext.create(
          "00000000000000000000000000000001",
          "0000000000000002",
          TraceFlags.getDefault(),
          TraceState.getDefault());

  private final SampleTransactions sample = new SampleTransactions();
  private final Watched watched = sample.watched;
  private final SimulatedTransactions transactions = sample.transactions;

  @Test
  void transactionIsATreeOfSpans() throws IOException {
    sample.transfer();
    SpanData root = watched.span("transaction transfer");
    SpanData attempt = watched.span("attempt");
    assertThat(attempt.getParentSpanId()).isEqualTo(root.getSpanId());
    for (String phase : List.of("lock", "validate", "commit", "roll_forward")) {
      assertThat(spansOf(phase))
          .isNotEmpty()
          .allSatisfy(span -> assertThat(parentOf(span)).isEqualTo(attempt.getSpanId()));
    }
    assertThat(root.getAttributes().asMap())
        .containsEntry(AttributeKey.stringKey("db.system.name"), "hbase")
        .containsEntry(AttributeKey.stringKey("db.operation.name"), "transaction")
        .containsEntry(AttributeKey.stringKey("db.collection.name"), "accounts")
        .containsEntry(AttributeKey.longKey("rowlock.rows.read"), 2L)
        .containsEntry(AttributeKey.longKey("rowlock.rows.written"), 2L)
        .containsEntry(OUTCOME, "committed");
    assertThat(root.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
  }

  @Test
  void retriesAreAttemptsOfOneTransaction() throws IOException {
    sample.retried();
    SpanData root = watched.span("transaction transfer");
    assertThat(spansOf("attempt"))
        .filteredOn(span -> parentOf(span).equals(root.getSpanId()))
        .extracting(span -> span.getAttributes().get(OUTCOME))
        .containsExactly("conflict", "committed");
    assertThat(root.getEvents()).extracting(event -> event.getName()).containsExactly("retry");
    assertThat(count("rowlock.retries")).isEqualTo(1);
    assertThat(count("rowlock.conflicts")).isEqualTo(1);
    assertThat(point("rowlock.conflicts").getAttributes())
        .isEqualTo(
            Attributes.of(
                AttributeKey.stringKey("rowlock.transaction.name"), "transfer",
                AttributeKey.stringKey("rowlock.phase"), "lock",
                AttributeKey.stringKey("rowlock.conflict.reason"), "written"));
  }

  @Test
  void failureIsReported() {
    assertThatThrownBy(
            () ->
                transactions
                    .loop()
                    .call(
                        SampleTransactions.TRANSFER,
                        tx -> {
                          throw new ArithmeticException("user's own");
                        }))
        .isInstanceOf(ArithmeticException.class);
    SpanData root = watched.span("transaction transfer");
    assertThat(root.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(root.getAttributes().get(AttributeKey.stringKey("error.type")))
        .isEqualTo("java.lang.ArithmeticException");
    assertThat(watched.span("attempt").getAttributes().get(OUTCOME)).isEqualTo("rolled_back");
  }

  @Test
  void userCodeRunsInItsAttempt() throws IOException {
    String[] current = new String[3];
    transactions.loop().call(SampleTransactions.TRANSFER, tx -> current[0] = currentSpan());
    CompletableFuture<String> call =
        transactions
            .loop()
            .callAsync(
                SampleTransactions.TRANSFER,
                tx -> {
                  current[1] = currentSpan();
                  return CompletableFuture.completedFuture("done");
                });
    assertThat(call).isCompleted();
    assertThat(spansOf("attempt"))
        .extracting(SpanData::getSpanId)
        .containsExactly(current[0], current[1]);
    assertThat(Span.current().getSpanContext().isValid()).isFalse();
  }

  /** Otherwise what the thread does next would count as part of the phase. */
  @Test
  void phaseThatBreaksOffLeavesNoContextBehind() throws IOException {
    Interceptor broken =
        new Interceptor() {
          @Override
          public void onRead(PendingCall<RowRead, StoredRow> call) {
            throw new AssertionError("Simulated");
          }
        };
    SimulatedTransactions breaking =
        new SimulatedTransactions(broken, watched.openTelemetry, Duration.ZERO);
    String after =
        breaking
            .loop()
            .call(
                SampleTransactions.TRANSFER,
                tx -> {
                  assertThatThrownBy(() -> read(tx, "a")).hasMessageContaining("Simulated");
                  return currentSpan();
                });
    assertThat(watched.span("attempt").getSpanId()).isEqualTo(after);
    assertThat(watched.span("read").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(Span.current().getSpanContext().isValid()).isFalse();
  }

  /** What follows a phase is not part of it, whichever thread ends the phase. */
  @Test
  @SuppressWarnings("try") // the context is there to be left
  void dependentsOfAPendingPhaseRunInTheContextOfItsCaller() {
    AttemptTelemetry attempt =
        new Telemetry(watched.openTelemetry, transactions.time, Duration.ZERO)
            .begin(Optional.empty())
            .attempt("id", true);
    CompletableFuture<Void> work = new CompletableFuture<>();
    TransactionObserver.Watch phase = attempt.begin(Phase.READ);
    assertThat(Span.current().getSpanContext().isValid()).isTrue();
    CompletableFuture<String> dependent = phase.end(work).thenApply(done -> currentSpan());

    try (Scope other = Span.wrap(OTHER).makeCurrent()) {
      work.complete(null);
      assertThat(currentSpan()).isEqualTo(OTHER.getSpanId());
    }
    assertThat(dependent).isCompletedWithValue(SpanContext.getInvalid().getSpanId());
  }

  @Test
  void transactionThatTheUserEndsIsRecorded() throws IOException {
    try (Transaction transaction = transactions.begin(SampleTransactions.TRANSFER)) {
      write(transaction, "a", "1");
      transaction.commit();
    }
    try (Transaction given = transactions.begin()) {
      write(given, "a", "2");
    }
    assertThat(watched.span("transaction transfer").getAttributes().get(OUTCOME))
        .isEqualTo("committed");
    assertThat(watched.span("transaction").getAttributes().get(OUTCOME)).isEqualTo("rolled_back");
  }

  @Test
  void nothingIsRecordedWithoutAListener() throws IOException {
    SimulatedTransactions alone = new SimulatedTransactions();
    alone.loop().call(SampleTransactions.TRANSFER, tx -> read(tx, "a"));
    assertThat(watched.spans()).isEmpty();
    assertThat(watched.metrics()).isEmpty();
  }

  private static String currentSpan() {
    return Span.current().getSpanContext().getSpanId();
  }

  private static String parentOf(SpanData span) {
    return span.getParentSpanId();
  }

  private List<SpanData> spansOf(String name) {
    return watched.spans().stream().filter(span -> span.getName().equals(name)).toList();
  }

  private LongPointData point(String counter) {
    return watched.metrics().get(counter).getLongSumData().getPoints().iterator().next();
  }

  private long count(String counter) {
    return watched.metrics().get(counter).getLongSumData().getPoints().stream()
        .mapToLong(LongPointData::getValue)
        .sum();
  }
}
