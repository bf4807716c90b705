package io.rowlock.simulation;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Delivers each request after the same time, and counts them. */
public final class RequestMeter implements Interceptor {

  private final VirtualTime time;
  private final Duration latency;
  private final Map<RowKey, Integer> readsOf = new HashMap<>();
  private final Map<RowKey, Integer> writesOf = new HashMap<>();
  private int underWay;
  private int mostAtOnce;

  public RequestMeter(VirtualTime time, Duration latency) {
    this.time = time;
    this.latency = latency;
  }

  /** Returns how many rows were read by key, each as often as it was read. */
  public int reads() {
    return sum(readsOf);
  }

  public int readsOf(RowKey row) {
    return readsOf.getOrDefault(row, 0);
  }

  public int writes() {
    return sum(writesOf);
  }

  public int writesOf(RowKey row) {
    return writesOf.getOrDefault(row, 0);
  }

  /** Returns how many requests were under way at once at most; each row of a read counts. */
  public int mostAtOnce() {
    return mostAtOnce;
  }

  private static int sum(Map<RowKey, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    readsOf.merge(call.request().key(), 1, Integer::sum);
    later(call);
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    writesOf.merge(call.request().key(), 1, Integer::sum);
    later(call);
  }

  @Override
  public void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
    call.request().writes().forEach(write -> writesOf.merge(write.key(), 1, Integer::sum));
    later(call);
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    later(call);
  }

  private void later(PendingCall<?, ?> call) {
    mostAtOnce = Math.max(mostAtOnce, ++underWay);
    time.schedule(
        latency,
        () -> {
          underWay--;
          call.deliver();
        });
  }

  @Override
  public String toString() {
    return reads() + " rows read, " + writes() + " written, " + mostAtOnce + " requests at once";
  }
}
