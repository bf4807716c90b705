package io.rowlock.internal.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.TransactionId;
import io.rowlock.internal.protocol.lock.TransactionObserver;
import io.rowlock.internal.store.Async;
import io.rowlock.internal.store.ContextPropagator;
import io.rowlock.internal.store.ContextPropagator.Entered;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records one attempt and its phases. Thread-safe. */
public final class AttemptTelemetry implements TransactionObserver {

  private static final ContextPropagator PROPAGATOR = new TraceContextPropagator();

  private final CallTelemetry call;
  private final Telemetry telemetry;
  private final String id;
  private final boolean endsCall;
  private final Span span;
  private final Context context;
  private volatile @Nullable Outcome outcome;
  private volatile Supplier<Optional<Footprint>> footprint = Optional::empty;
  private volatile @Nullable String commitId;

  AttemptTelemetry(
      CallTelemetry call, Telemetry telemetry, String id, int number, boolean endsCall) {
    this.call = call;
    this.telemetry = telemetry;
    this.id = id;
    this.endsCall = endsCall;
    this.span = child(call.context, "attempt");
    this.context = within(call.context, span);
    Guard.run(() -> describeBegin(number));
  }

  private void describeBegin(int number) {
    if (span.isRecording()) {
      span.setAttribute(Names.ID, id).setAttribute(Names.ATTEMPT, (long) number);
    }
  }

  /** Starts a child span only if the parent is recorded. */
  private Span child(Context parent, String name) {
    return Guard.get(
        () ->
            Span.fromContext(parent).isRecording()
                ? telemetry.tracer.spanBuilder(name).setParent(parent).startSpan()
                : Span.getInvalid(),
        Span.getInvalid());
  }

  private static Context within(Context parent, Span span) {
    return Guard.get(() -> span.isRecording() ? parent.with(span) : parent, parent);
  }

  /**
   * Sets the source of what the attempt touches.
   *
   * @param known asked at most once, at the end
   */
  public void touches(Supplier<Footprint> known) {
    footprint = () -> Optional.of(known.get());
  }

  /** Begins user code on this thread, until it is left: its spans become children. */
  public Entered enter() {
    return TraceContextPropagator.enter(context);
  }

  /** Begins a phase. Dependents of the future that ends it run in the context of the caller. */
  @Override
  public Watch begin(Phase phase) {
    long start = telemetry.now();
    call.times.enter(phase, start);
    Span phaseSpan = child(context, Names.of(phase));
    Supplier<Entered> caller = PROPAGATOR.capture();
    Entered entered = TraceContextPropagator.enter(within(context, phaseSpan));
    return work -> {
      entered.close();
      return ContextPropagator.propagate(
          work.whenComplete((value, failure) -> end(phase, phaseSpan, start, failure)), caller);
    };
  }

  private void end(Phase phase, Span phaseSpan, long start, @Nullable Throwable failure) {
    long now = telemetry.now();
    call.times.leave(phase, now);
    if (telemetry.metrics.isMeasuring()) {
      Guard.run(() -> telemetry.metrics.phase(phase, now - start));
    }
    Guard.run(() -> describe(phase, phaseSpan, failure));
    Guard.run(phaseSpan::end);
  }

  private static void describe(Phase phase, Span phaseSpan, @Nullable Throwable failure) {
    if (phaseSpan.isRecording()) {
      phaseSpan.setAttribute(Names.PHASE, Names.of(phase));
      CallTelemetry.fail(phaseSpan, failure == null ? null : Async.unwrap(failure));
    }
  }

  @Override
  public void commitsAs(TransactionId identity, int place) {
    commitId = identity.toString();
    if (span.isRecording()) {
      Guard.run(() -> span.setAttribute(Names.COMMIT_ID, identity.toString()));
    }
  }

  @Override
  public void commitsAgain() {
    Guard.run(() -> span.addEvent("commits again"));
  }

  /** Records that the attempt takes a hold before the user's code runs. */
  public void escalates() {
    Guard.run(() -> telemetry.metrics.escalation(call.name));
    Guard.run(() -> span.addEvent("escalates"));
  }

  /** Records the end of the attempt; called once. */
  public void end(AttemptEnd end) {
    outcome = end.outcome();
    if (telemetry.metrics.isMeasuring()) {
      Guard.run(() -> telemetry.metrics.attempt(call.name, end));
    }
    Guard.run(() -> describe(end));
    Guard.run(span::end);
    if (endsCall) {
      call.end(end.failure());
    }
  }

  private void describe(AttemptEnd end) {
    if (!span.isRecording()) {
      return;
    }
    span.setAttribute(Names.OUTCOME, Names.of(end.outcome()));
    if (end.phase() != null && end.reason() != null) {
      span.setAttribute(Names.PHASE, Names.of(end.phase()));
      span.setAttribute(Names.REASON, Names.of(end.reason()));
    }
    CallTelemetry.fail(span, end.failure());
  }

  /** Returns the identity that the locks of its last commit name; empty before any commit. */
  public Optional<String> commitId() {
    return Optional.ofNullable(commitId);
  }

  /** Returns its id for messages, and the one that the locks of its commit name. */
  String ids() {
    String other = commitId;
    return other == null || other.equals(id) ? id : id + ", whose locks name " + other;
  }

  /** Returns null if it is not known. */
  @Nullable Footprint footprint() {
    return Guard.get(footprint, Optional.<Footprint>empty()).orElse(null);
  }

  @Nullable Outcome outcome() {
    return outcome;
  }
}
