package io.rowlock.simulation;

import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Decides the fate of single calls by their number; all others are delivered.
 *
 * <p>Writes, rows of reads and pages are counted separately, each from 1. Not thread-safe.
 */
public final class Script implements Interceptor {

  private final Line<PendingCall<ConditionalWrite, WriteOutcome>> writes =
      new Line<>(PendingCall::deliver);
  private final Line<PendingCall<RowRead, StoredRow>> reads = new Line<>(PendingCall::deliver);
  private final Line<PendingCall<RangeScan, ScanPage>> scans = new Line<>(PendingCall::deliver);

  /** Sets the fate of the n-th write, for example {@link LostMessage#reply}. */
  public Script write(int number, Consumer<PendingCall<ConditionalWrite, WriteOutcome>> fate) {
    writes.fates.put(number, fate);
    return this;
  }

  /** Sets the fate of the n-th row of reads. */
  public Script read(int number, Consumer<PendingCall<RowRead, StoredRow>> fate) {
    reads.fates.put(number, fate);
    return this;
  }

  /** Sets the fate of the n-th page of a scan. */
  public Script scan(int number, Consumer<PendingCall<RangeScan, ScanPage>> fate) {
    scans.fates.put(number, fate);
    return this;
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    writes.next(call);
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    reads.next(call);
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    scans.next(call);
  }

  private static final class Line<C> {

    private final Map<Integer, Consumer<C>> fates = new HashMap<>();
    private final Consumer<C> otherwise;
    private int count;

    Line(Consumer<C> otherwise) {
      this.otherwise = otherwise;
    }

    void next(C call) {
      count++;
      fates.getOrDefault(count, otherwise).accept(call);
    }
  }
}
