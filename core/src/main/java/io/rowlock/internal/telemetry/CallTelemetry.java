package io.rowlock.internal.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Records one transaction as the user sees it: all of its attempts. Thread-safe. */
public final class CallTelemetry {

  static final ContextKey<CallTelemetry> KEY = ContextKey.named("rowlock-transaction");

  private final Telemetry telemetry;
  final Optional<String> name;
  private final long startNanos;
  private final Span span;
  final Context context;
  final PhaseTimes times = new PhaseTimes();
  private final LongAdder requests = new LongAdder();
  private @Nullable AttemptTelemetry last; // guarded by this, as all below
  private int attempts;
  private Duration waited = Duration.ZERO;
  private boolean hasEnded;

  CallTelemetry(Telemetry telemetry, Optional<String> name) {
    this.telemetry = telemetry;
    this.name = name;
    this.startNanos = telemetry.now();
    Context parent = TraceContextPropagator.current();
    this.span = Guard.get(() -> start(parent), Span.getInvalid());
    Context own = Guard.get(() -> parent.with(KEY, this), parent);
    this.context = Guard.get(() -> own.with(span), own);
    Guard.run(this::describeBegin);
  }

  private Span start(Context parent) {
    return telemetry
        .tracer
        .spanBuilder(name.map(given -> Names.TRANSACTION + " " + given).orElse("transaction"))
        .setParent(parent)
        .startSpan();
  }

  private void describeBegin() {
    if (span.isRecording()) {
      span.setAttribute(Names.SYSTEM, Names.HBASE).setAttribute(Names.OPERATION, Names.TRANSACTION);
      name.ifPresent(given -> span.setAttribute(Names.NAME, given));
    }
  }

  /**
   * Starts to record the next attempt.
   *
   * @param id of the attempt
   * @param isOnly whether it is the only one: the transaction ends with it
   */
  public synchronized AttemptTelemetry attempt(String id, boolean isOnly) {
    attempts++;
    last = new AttemptTelemetry(this, telemetry, id, attempts, isOnly);
    return last;
  }

  /** Records a conflict in the last attempt; another one follows after the wait. */
  public void retry(Duration wait) {
    int failed;
    synchronized (this) {
      failed = attempts;
      waited = waited.plus(wait);
    }
    Guard.run(() -> telemetry.metrics.retry(name));
    Guard.run(() -> describeRetry(failed, wait));
  }

  private void describeRetry(int failed, Duration wait) {
    if (span.isRecording()) {
      span.addEvent(
          "retry", Attributes.of(Names.ATTEMPT, (long) failed, Names.WAIT, wait.toNanos() / 1e9));
    }
  }

  /**
   * Records the end of the transaction. Further calls do nothing.
   *
   * @param failure that the user gets, null if it is committed
   */
  public void end(@Nullable Throwable failure) {
    AttemptTelemetry attempt;
    synchronized (this) {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
      attempt = last;
    }
    long nanos = telemetry.now() - startNanos;
    boolean isSlow = telemetry.slowLog.isSlow(nanos);
    boolean isMeasuring = telemetry.metrics.isMeasuring();
    if (isMeasuring) {
      Guard.run(() -> telemetry.metrics.call(name, nanos, attempts(), requests(), failure));
    }
    if (isSlow || isMeasuring || Guard.get(span::isRecording, false)) {
      Footprint footprint = attempt == null ? null : attempt.footprint();
      recordEnd(nanos, isSlow, footprint);
      Guard.run(() -> describeEnd(footprint, failure));
    }
    Guard.run(span::end);
  }

  private void recordEnd(long nanos, boolean isSlow, @Nullable Footprint footprint) {
    if (footprint != null && outcome() == Outcome.COMMITTED) {
      Guard.run(() -> telemetry.metrics.committed(name, footprint.rowsWritten()));
    }
    if (isSlow) {
      Guard.run(() -> telemetry.slowLog.write(this, nanos, footprint));
    }
  }

  private void describeEnd(@Nullable Footprint footprint, @Nullable Throwable failure) {
    span.setAttribute(Names.ATTEMPTS, (long) attempts());
    span.setAttribute(Names.REQUESTS, requests());
    Outcome outcome = outcome();
    if (outcome != null) {
      span.setAttribute(Names.OUTCOME, Names.of(outcome));
    }
    if (footprint != null) {
      span.setAttribute(Names.ROWS_READ, footprint.rowsRead());
      span.setAttribute(Names.ROWS_WRITTEN, footprint.rowsWritten());
      if (footprint.tables().size() == 1) {
        span.setAttribute(Names.COLLECTION, footprint.tables().first());
      }
    }
    fail(span, failure);
  }

  /** Marks a span whose work has failed. */
  static void fail(Span span, @Nullable Throwable failure) {
    if (failure != null) {
      span.setAttribute(Names.ERROR, ProtocolFailure.nameOf(failure));
      span.setStatus(StatusCode.ERROR, String.valueOf(failure.getMessage()));
    }
  }

  void countRequests(long sent) {
    requests.add(sent);
  }

  long requests() {
    return requests.sum();
  }

  synchronized int attempts() {
    return attempts;
  }

  synchronized Duration waited() {
    return waited;
  }

  private synchronized @Nullable Outcome outcome() {
    return last == null ? null : last.outcome();
  }

  String outcomeInWords() {
    Outcome outcome = outcome();
    return outcome == null ? "not begun" : Names.of(outcome).replace('_', ' ');
  }

  /** Returns its name and the ids of the last attempt, for messages. */
  synchronized String label() {
    String id = last == null ? "" : last.ids();
    return name.map(given -> "'" + given + "' " + id).orElse(id);
  }
}
