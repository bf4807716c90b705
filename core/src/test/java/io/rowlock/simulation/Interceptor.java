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

  /** Receives a conditional write under way. */
  default void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    call.deliver();
  }

  /** Receives an atomic write to several rows of one region under way. */
  default void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
    call.deliver();
  }

  /** Receives one row of a read under way. */
  default void onRead(PendingCall<RowRead, StoredRow> call) {
    call.deliver();
  }

  /** Receives a page of a scan under way. */
  default void onScan(PendingCall<RangeScan, ScanPage> call) {
    call.deliver();
  }
}
