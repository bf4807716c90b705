package io.rowlock.simulator;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;

/** Lets a client send a given number of writes, and then nothing more. */
final class DyingClient implements Interceptor {

  private int writesLeft;

  DyingClient(int writes) {
    writesLeft = writes;
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    sendIfAlive(call);
  }

  @Override
  public void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
    sendIfAlive(call);
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    if (writesLeft > 0) {
      call.deliver();
    }
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    if (writesLeft > 0) {
      call.deliver();
    }
  }

  private void sendIfAlive(PendingCall<?, ?> call) {
    if (writesLeft > 0) {
      writesLeft--;
      call.deliver();
    }
  }
}
