package io.rowlock.simulation;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredLock;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hbase.Cell;

/** Delivers each request after the same time, and counts requests, rows and bytes. */
public final class RequestMeter implements Interceptor {

  private final VirtualTime time;
  private final Duration latency;
  private final Map<RowKey, Integer> readsOf = new HashMap<>();
  private final Map<RowKey, Integer> writesOf = new HashMap<>();
  private long bytesRead;
  private int underWay;
  private int mostAtOnce;

  public RequestMeter(VirtualTime time, Duration latency) {
    this.time = time;
    this.latency = latency;
  }

  /** Forgets the counts so far. */
  public void clear() {
    readsOf.clear();
    writesOf.clear();
    bytesRead = 0;
    mostAtOnce = underWay;
  }

  /** Returns how many rows were read by key, each as often as it was read. */
  public int reads() {
    return sum(readsOf);
  }

  public int readsOf(RowKey row) {
    return readsOf.getOrDefault(row, 0);
  }

  /** Returns the bytes of locks and values that reads by key have returned. */
  public long bytesRead() {
    return bytesRead;
  }

  public int writes() {
    return sum(writesOf);
  }

  public int writesOf(RowKey row) {
    return writesOf.getOrDefault(row, 0);
  }

  /** Returns how often the row was written that was written most often. */
  public int mostWritesOfARow() {
    return writesOf.values().stream().mapToInt(Integer::intValue).max().orElse(0);
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
    later(
        () -> {
          StoredRow row = call.execute();
          bytesRead += bytesOf(row);
          call.answer(row);
        });
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    writesOf.merge(call.request().key(), 1, Integer::sum);
    later(call::deliver);
  }

  @Override
  public void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
    call.request().writes().forEach(write -> writesOf.merge(write.key(), 1, Integer::sum));
    later(call::deliver);
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    later(call::deliver);
  }

  private static long bytesOf(StoredRow row) {
    StoredLock lock = row.lock();
    long data = row.cells().stream().mapToLong(Cell::getSerializedSize).sum();
    return data + (lock == null ? 0 : lock.bytes().length);
  }

  private void later(Runnable delivery) {
    mostAtOnce = Math.max(mostAtOnce, ++underWay);
    time.schedule(
        latency,
        () -> {
          underWay--;
          delivery.run();
        });
  }

  @Override
  public String toString() {
    return "%d rows and %d bytes read by key, %d rows written, one of them %d times, %d at once"
        .formatted(reads(), bytesRead, writes(), mostWritesOfARow(), mostAtOnce);
  }
}
