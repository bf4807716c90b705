package io.rowlock.simulation;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;

/**
 * Stands between one client and the servers and decides the fate of each request: at once, or later
 * by keeping the call. Delivers everything unless overridden.
 */
public interface Interceptor {

  /** Delivers everything at once. */
  Interceptor NONE = new Interceptor() {};

  /** A conditional write is on its way. */
  default void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    call.deliver();
  }

  /** An atomic write to several rows of one region is on its way. */
  default void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
    call.deliver();
  }

  /** One row of a read is on its way. */
  default void onRead(PendingCall<RowRead, StoredRow> call) {
    call.deliver();
  }

  /** A page of a scan is on its way. */
  default void onScan(PendingCall<RangeScan, ScanPage> call) {
    call.deliver();
  }
}
