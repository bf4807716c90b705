package io.rowlock.internal.engine;

import io.opentelemetry.api.OpenTelemetry;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * What an engine takes from the options of its owner.
 *
 * @param operationTimeout of a read or write with its repetitions
 * @param executor of the owner's callbacks; empty for threads of the engine's own
 * @param slowTransaction from when on transactions are logged as slow; zero for never
 * @param openTelemetry empty for the global one
 */
public record EngineSettings(
    ProtocolSettings protocol,
    Duration rpcTimeout,
    Duration operationTimeout,
    int maxRequestsPerServer,
    Optional<Executor> executor,
    Duration slowTransaction,
    Optional<OpenTelemetry> openTelemetry) {

  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(30);

  /** Returns how long a close waits for background work: no longer than containers wait for it. */
  Duration drainTimeout() {
    return operationTimeout.compareTo(LONGEST_DRAIN) < 0 ? operationTimeout : LONGEST_DRAIN;
  }
}
