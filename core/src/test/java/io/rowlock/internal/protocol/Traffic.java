package io.rowlock.internal.protocol;

import io.rowlock.internal.protocol.lock.RowLock;
import io.rowlock.internal.protocol.lock.RowLock.Committed;
import io.rowlock.internal.protocol.lock.RowLock.Prewritten;
import io.rowlock.internal.protocol.lock.RowLockCodec;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RegionWrite;
import io.rowlock.internal.store.RowRead;
import io.rowlock.internal.store.ScanPage;
import io.rowlock.internal.store.StoredRow;
import io.rowlock.internal.store.WriteOutcome;
import io.rowlock.simulation.Interceptor;
import io.rowlock.simulation.PendingCall;
import io.rowlock.simulation.Script;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Notes every request of one client, and lets a test decide its fate: by its description, or else
 * by its number, as the {@link Script} does.
 *
 * <p>A write is noted as its row, the state of the lock that it writes, and whether it contains
 * data: {@code "a PREWRITTEN"}, {@code "a COMMITTED+data"}; {@code "~a STABLE"} is one of the
 * background.
 */
public final class Traffic implements Interceptor {

  public final Script script = new Script();
  private final List<ConditionalWrite> sent = new ArrayList<>();
  private final List<String> writes = new ArrayList<>();
  private final List<String> reads = new ArrayList<>();
  private int scans;
  private final Map<String, Consumer<PendingCall<ConditionalWrite, WriteOutcome>>> nextWrites =
      new HashMap<>();
  private final Map<String, Consumer<PendingCall<RowRead, StoredRow>>> nextReads = new HashMap<>();
  private final Map<String, @Nullable StoredRow> staleRows = new HashMap<>();
  private @Nullable Consumer<PendingCall<RegionWrite, WriteOutcome>> nextRegionWrite;
  private boolean readsFail;
  private boolean isCutOff;

  /** Sets the fate of the next write with this description. */
  public Traffic onWrite(String noted, Consumer<PendingCall<ConditionalWrite, WriteOutcome>> fate) {
    nextWrites.put(noted, fate);
    return this;
  }

  /** Sets the fate of the next write to several rows of one region. */
  public Traffic onRegionWrite(Consumer<PendingCall<RegionWrite, WriteOutcome>> fate) {
    nextRegionWrite = fate;
    return this;
  }

  /** Sets the fate of the next read of the row. */
  public Traffic onRead(String row, Consumer<PendingCall<RowRead, StoredRow>> fate) {
    nextReads.put(row, fate);
    return this;
  }

  /** Sets the fate of this write with this description, and of all that come after it. */
  public void onEachWrite(
      String noted, Consumer<PendingCall<ConditionalWrite, WriteOutcome>> fate) {
    onWrite(
        noted,
        call -> {
          onEachWrite(noted, fate);
          fate.accept(call);
        });
  }

  /** Makes every read of this row fail from now on. */
  public void failReadsOf(String row) {
    onRead(
        row,
        call -> {
          failReadsOf(row);
          call.fail(new IOException("Simulated: the server cannot be reached"));
        });
  }

  /** Makes a stale server answer reads of the row, until the given row is null. */
  public void answerStale(String row, @Nullable StoredRow stale) {
    staleRows.put(row, stale);
  }

  /** Makes every read of a row fail from now on, or succeed again. */
  public void failReads(boolean fail) {
    readsFail = fail;
  }

  /** Drops all requests and answers from now on, as if the client had died. */
  public void cutOff() {
    isCutOff = true;
  }

  public boolean isCutOff() {
    return isCutOff;
  }

  public List<String> writes() {
    return List.copyOf(writes);
  }

  /** Returns the rows that were read, by row. */
  public List<String> reads() {
    return List.copyOf(reads);
  }

  public int scans() {
    return scans;
  }

  public ConditionalWrite sent(int index) {
    return sent.get(index);
  }

  /** Forgets the notes so far. */
  public void clear() {
    sent.clear();
    writes.clear();
    reads.clear();
    scans = 0;
  }

  /**
   * Returns an interceptor that notes the requests of background work, counted together with all
   * others.
   */
  public Interceptor behind() {
    return new Interceptor() {
      @Override
      public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
        next("~" + note(call.request()), call);
      }

      @Override
      public void onRead(PendingCall<RowRead, StoredRow> call) {
        nextRead("~" + row(call), call);
      }
    };
  }

  @Override
  public void onWrite(PendingCall<ConditionalWrite, WriteOutcome> call) {
    next(note(call.request()), call);
  }

  @Override
  public void onRead(PendingCall<RowRead, StoredRow> call) {
    nextRead(row(call), call);
  }

  @Override
  public void onRegionWrite(PendingCall<RegionWrite, WriteOutcome> call) {
    if (isCutOff) {
      return;
    }
    Consumer<PendingCall<RegionWrite, WriteOutcome>> fate = nextRegionWrite;
    nextRegionWrite = null;
    if (fate == null) {
      call.deliver();
    } else {
      fate.accept(call);
    }
  }

  private void next(String noted, PendingCall<ConditionalWrite, WriteOutcome> call) {
    if (isCutOff) {
      return;
    }
    sent.add(call.request());
    writes.add(noted);
    Consumer<PendingCall<ConditionalWrite, WriteOutcome>> fate = nextWrites.remove(noted);
    if (fate == null) {
      script.onWrite(call);
    } else {
      fate.accept(call);
    }
  }

  private void nextRead(String row, PendingCall<RowRead, StoredRow> call) {
    if (isCutOff) {
      return;
    }
    reads.add(row);
    Consumer<PendingCall<RowRead, StoredRow>> fate = nextReads.remove(row);
    StoredRow stale = staleRows.get(row(call));
    if (fate != null) {
      fate.accept(call);
    } else if (stale != null) {
      call.answer(stale);
    } else if (readsFail) {
      call.fail(new IOException("Simulated: the server cannot be reached"));
    } else {
      script.onRead(call);
    }
  }

  @Override
  public void onScan(PendingCall<RangeScan, ScanPage> call) {
    if (isCutOff) {
      return;
    }
    scans++;
    script.onScan(call);
  }

  private static String row(PendingCall<RowRead, StoredRow> call) {
    return Bytes.toString(call.request().key().row());
  }

  private static String note(ConditionalWrite write) {
    RowLock lock = RowLockCodec.decode(write.key(), write.replacement().bytes());
    String state =
        lock instanceof Prewritten
            ? "PREWRITTEN"
            : lock instanceof Committed ? "COMMITTED" : "STABLE";
    String data = write.data().isEmpty() ? "" : "+data";
    return Bytes.toString(write.key().row()) + " " + state + data;
  }
}
