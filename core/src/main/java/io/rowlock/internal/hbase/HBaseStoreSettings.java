package io.rowlock.internal.hbase;

import java.time.Duration;

/**
 * The limits of the store's requests to HBase, all of them positive: {@code RowlockOptions} checks
 * them.
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

  /** Returns how long HBase's client may take for an operation, and a little more. */
  Duration patience() {
    return operationTimeout.plus(rpcTimeout);
  }
}
