package io.rowlock;

import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.telemetry.CallTelemetry;

/** Begins attempts. */
@FunctionalInterface
interface AttemptFactory {

  /**
   * Begins one.
   *
   * @param settings what the user wants it to be like
   * @param start of the first attempt
   * @param reservation what it takes before the user's code runs
   * @param telemetry is told of it
   * @throws IllegalStateException when no transaction may begin any more
   */
  Attempt begin(
      TransactionSettings settings,
      TransactionStart start,
      ReservationRequest reservation,
      CallTelemetry telemetry);
}
