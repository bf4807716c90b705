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

/** All that one manager tells of its transactions. Thread-safe. */
public final class Telemetry implements RecoveryObserver {

  private final Tracer tracer;
  private final Metrics metrics;
  private final SlowLog slowLog;
  private final Clock clock;

  /**
   * Sends nothing yet.
   *
   * @param slow from when on a transaction is written into the log; zero: never
   */
  public Telemetry(OpenTelemetry openTelemetry, Clock clock, Duration slow) {
    this.tracer =
        Guard.get(
            () -> openTelemetry.getTracer(Names.SCOPE), TracerProvider.noop().get(Names.SCOPE));
    this.metrics = Guard.get(() -> new Metrics(openTelemetry), new Metrics(OpenTelemetry.noop()));
    this.slowLog = new SlowLog(clock, slow);
    this.clock = clock;
  }

  /** What is registered for the whole process. */
  public static OpenTelemetry global() {
    return Guard.get(GlobalOpenTelemetry::get, OpenTelemetry.noop());
  }

  /** Begins to watch a transaction with all of its attempts. */
  public CallTelemetry begin(Optional<String> name) {
    return new CallTelemetry(this, name);
  }

  /** An executor that runs each task in the context that it was given in. */
  public static Executor carrying(Executor executor) {
    return task -> {
      Context context = Guard.current();
      executor.execute(() -> Guard.runWithin(context, task));
    };
  }

  /** Counts requests that the transaction at hand waits for. */
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

  Tracer tracer() {
    return tracer;
  }

  Metrics metrics() {
    return metrics;
  }

  SlowLog slowLog() {
    return slowLog;
  }

  long now() {
    return clock.monotonicNanos();
  }
}
