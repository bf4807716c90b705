package io.rowlock.internal.telemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongHistogram;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.MeterProvider;
import io.rowlock.internal.protocol.lock.Phase;
import io.rowlock.internal.protocol.lock.ProtocolFailure;
import io.rowlock.internal.protocol.recovery.RecoveryObserver.Recovery;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The instruments of one manager. None of their attributes reveals a row. Thread-safe. */
final class Metrics {

  private static final double NANOS_PER_SECOND = 1e9;

  private final boolean isMeasuring;
  private final DoubleHistogram duration;
  private final DoubleHistogram phaseDuration;
  private final LongHistogram attemptsEach;
  private final LongHistogram rowsWritten;
  private final LongHistogram requests;
  private final LongCounter attempts;
  private final LongCounter conflicts;
  private final LongCounter retries;
  private final LongCounter escalations;
  private final LongCounter recoveries;
  private final Map<Phase, Attributes> ofPhase = new EnumMap<>(Phase.class);

  Metrics(OpenTelemetry openTelemetry) {
    isMeasuring = openTelemetry.getMeterProvider() != MeterProvider.noop();
    Meter meter = openTelemetry.getMeter(Names.SCOPE);
    duration = seconds(meter, "db.client.operation.duration", "Transactions, all attempts");
    phaseDuration = seconds(meter, "rowlock.phase.duration", "Phases of attempts");
    attemptsEach = sizes(meter, "rowlock.transaction.attempts", "{attempt}", "Attempts it took");
    rowsWritten = sizes(meter, "rowlock.transaction.rows.written", "{row}", "Rows written");
    requests = sizes(meter, "rowlock.transaction.requests", "{request}", "Requests waited for");
    attempts = counter(meter, "rowlock.attempts", "{attempt}", "Attempts by their outcome");
    conflicts = counter(meter, "rowlock.conflicts", "{conflict}", "Conflicts by phase and reason");
    retries = counter(meter, "rowlock.retries", "{retry}", "Attempts made after a conflict");
    escalations = counter(meter, "rowlock.escalations", "{attempt}", "Attempts with rows locked");
    recoveries = counter(meter, "rowlock.recoveries", "{lock}", "Locks settled for others");
    for (Phase phase : Phase.values()) {
      ofPhase.put(phase, Attributes.of(Names.PHASE, Names.of(phase)));
    }
  }

  private static DoubleHistogram seconds(Meter meter, String name, String description) {
    return meter.histogramBuilder(name).setUnit("s").setDescription(description).build();
  }

  private static LongHistogram sizes(Meter meter, String name, String unit, String description) {
    return meter.histogramBuilder(name).ofLongs().setUnit(unit).setDescription(description).build();
  }

  private static LongCounter counter(Meter meter, String name, String unit, String description) {
    return meter.counterBuilder(name).setUnit(unit).setDescription(description).build();
  }

  /** Returns false if no reader will ever get what is recorded here. */
  boolean isMeasuring() {
    return isMeasuring;
  }

  void call(
      Optional<String> name,
      long nanos,
      long attemptsMade,
      long sent,
      @Nullable Throwable failure) {
    AttributesBuilder named = named(name);
    attemptsEach.record(attemptsMade, named.build());
    requests.record(sent, named.build());
    named.put(Names.SYSTEM, Names.HBASE).put(Names.OPERATION, Names.TRANSACTION);
    if (failure != null) {
      named.put(Names.ERROR, ProtocolFailure.nameOf(failure));
    }
    duration.record(nanos / NANOS_PER_SECOND, named.build());
  }

  void committed(Optional<String> name, long rows) {
    rowsWritten.record(rows, named(name).build());
  }

  void attempt(Optional<String> name, AttemptEnd end) {
    attempts.add(1, named(name).put(Names.OUTCOME, Names.of(end.outcome())).build());
    if (end.phase() != null && end.reason() != null) {
      conflicts.add(
          1,
          named(name)
              .put(Names.PHASE, Names.of(end.phase()))
              .put(Names.REASON, Names.of(end.reason()))
              .build());
    }
  }

  void retry(Optional<String> name) {
    retries.add(1, named(name).build());
  }

  void escalation(Optional<String> name) {
    escalations.add(1, named(name).build());
  }

  void phase(Phase phase, long nanos) {
    phaseDuration.record(nanos / NANOS_PER_SECOND, ofPhase.getOrDefault(phase, Attributes.empty()));
  }

  void recovery(Recovery recovery) {
    recoveries.add(1, Attributes.of(Names.RECOVERY, Names.of(recovery)));
  }

  private static AttributesBuilder named(Optional<String> name) {
    AttributesBuilder attributes = Attributes.builder();
    name.ifPresent(given -> attributes.put(Names.NAME, given));
    return attributes;
  }
}
