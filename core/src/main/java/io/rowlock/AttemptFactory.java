package io.rowlock;

import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.telemetry.CallTelemetry;

/** Begins attempts. */
@FunctionalInterface
interface AttemptFactory {

  /**
   * Begins an attempt.
   *
   * @param settings of the transaction
   * @param start of the first attempt
   * @param reservation what it reserves before the user's code runs
   * @param telemetry records it
   * @throws IllegalStateException if no transaction may begin any more
   */
  Attempt begin(
      TransactionSettings settings,
      TransactionStart start,
      ReservationRequest reservation,
      CallTelemetry telemetry);
}
