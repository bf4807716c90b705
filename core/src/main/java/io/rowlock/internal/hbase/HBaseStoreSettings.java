package io.rowlock.internal.hbase;

import java.time.Duration;

/**
 * The limits of the store's requests to HBase.
 *
 * @param rpcTimeout of one attempt at one RPC
 * @param operationTimeout of an operation with all its repeats and pauses
 * @param maxInFlightPerServer RPCs that may be under way to one region server, all tables together
 * @param secondRequest whether piggyback reads have an RPC of their own if they can join no other
 */
public record HBaseStoreSettings(
    Duration rpcTimeout,
    Duration operationTimeout,
    int maxInFlightPerServer,
    boolean secondRequest) {

  public HBaseStoreSettings {
    requirePositive(rpcTimeout, "rpcTimeout");
    requirePositive(operationTimeout, "operationTimeout");
    if (maxInFlightPerServer < 1) {
      throw new IllegalArgumentException(
          "maxInFlightPerServer must be positive, is " + maxInFlightPerServer);
    }
  }

  /** Returns how long HBase's client may take for an operation, and a little more. */
  Duration patience() {
    return operationTimeout.plus(rpcTimeout);
  }

  private static void requirePositive(Duration duration, String name) {
    if (duration.isZero() || duration.isNegative()) {
      throw new IllegalArgumentException(name + " must be positive, is " + duration);
    }
  }
}
