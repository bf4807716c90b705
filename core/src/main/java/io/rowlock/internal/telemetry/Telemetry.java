package io.rowlock.internal.telemetry;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.rowlock.internal.protocol.recovery.RecoveryObserver;
import io.rowlock.internal.store.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/** Records the transactions of one manager. Thread-safe. */
public final class Telemetry implements RecoveryObserver {

  final Tracer tracer;
  final Metrics metrics;
  final SlowLog slowLog;
  private final Clock clock;

  /**
   * Creates the telemetry without sending anything.
   *
   * @param slow the duration from which a transaction is logged; zero: never
   */
  public Telemetry(OpenTelemetry openTelemetry, Clock clock, Duration slow) {
    this.tracer =
        Guard.get(
            () -> openTelemetry.getTracer(Names.SCOPE), TracerProvider.noop().get(Names.SCOPE));
    this.metrics = Guard.get(() -> new Metrics(openTelemetry), new Metrics(OpenTelemetry.noop()));
    this.slowLog = new SlowLog(clock, slow);
    this.clock = clock;
  }

  /** Returns the instance that is registered for the whole process. */
  public static OpenTelemetry global() {
    return Guard.get(GlobalOpenTelemetry::get, OpenTelemetry.noop());
  }

  /** Starts to record a transaction with all of its attempts. */
  public CallTelemetry begin(Optional<String> name) {
    return new CallTelemetry(this, name);
  }

  /** Returns an executor that runs each task in the context in which it was submitted. */
  public static Executor carrying(Executor executor) {
    return task -> executor.execute(TraceContextPropagator.carried(task));
  }

  /** Counts requests that the current transaction waits for. */
  public static void countRequests(long sent) {
    Guard.run(
        () -> {
          CallTelemetry call = Context.current().get(CallTelemetry.KEY);
          if (call != null) {
            call.countRequests(sent);
          }
        });
  }

  @Override
  public void recovered(Recovery recovery) {
    Guard.run(() -> metrics.recovery(recovery));
  }

  long now() {
    return clock.monotonicNanos();
  }
}
