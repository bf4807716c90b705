package io.rowlock.history;

import io.rowlock.history.HistoryTransaction.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Records a history while many threads run transactions. */
public final class HistoryRecorder {

  private final LongSupplier nanos;
  private final AtomicInteger begun = new AtomicInteger();
  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

  /**
   * Creates an empty recorder.
   *
   * @param nanos a clock that all clients share and that never goes back
   */
  public HistoryRecorder(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Begins a transaction, named T0, T1 and so on. The caller must call it before the first request.
   */
  public Entry begin(int process) {
    Entry entry = new Entry("T" + begun.getAndIncrement(), process, nanos.getAsLong());
    entries.add(entry);
    return entry;
  }

  /** Returns the history so far; open transactions may or may not commit. */
  public History history() {
    return history(Map.of());
  }

  /**
   * Returns the history so far, with the state of the store after it.
   *
   * @param finalOrders see {@link History}
   */
  public History history(Map<String, List<Long>> finalOrders) {
    return new History(entries.stream().map(Entry::transaction).toList(), finalOrders);
  }

  /** One transaction, recorded by one thread at a time. */
  public final class Entry {

    private final String name;
    private final int process;
    private final long beginNanos;
    private final List<Step> steps = new ArrayList<>();
    private Outcome outcome = Outcome.INFO;
    private long endNanos = Long.MAX_VALUE;

    private Entry(String name, int process, long beginNanos) {
      this.name = name;
      this.process = process;
      this.beginNanos = beginNanos;
    }

    public synchronized void add(Step step) {
      steps.add(step);
    }

    public void append(String key, long element) {
      add(new Step.Append(key, element));
    }

    public void readList(String key, List<Long> elements) {
      add(new Step.ReadList(key, List.copyOf(elements)));
    }

    public void write(String key, long value) {
      add(new Step.Write(key, value));
    }

    public void read(String key, @Nullable Long value) {
      add(new Step.Read(key, value));
    }

    /** Records that it has committed. */
    public void ok() {
      end(Outcome.OK, nanos.getAsLong());
    }

    /** Records that it has not committed and never will. */
    public void fail() {
      end(Outcome.FAIL, nanos.getAsLong());
    }

    /** Records that its outcome is unknown, and stays so. */
    public void info() {
      end(Outcome.INFO, Long.MAX_VALUE);
    }

    private synchronized void end(Outcome how, long when) {
      outcome = how;
      endNanos = when;
    }

    private synchronized HistoryTransaction transaction() {
      return new HistoryTransaction(
          name, process, beginNanos, endNanos, outcome, List.copyOf(steps));
    }
  }
}
