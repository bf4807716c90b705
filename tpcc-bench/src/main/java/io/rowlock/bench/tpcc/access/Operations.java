package io.rowlock.bench.tpcc.access;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what business transactions ask for, independently of mode, layout and requests: every get
 * or scan, every row put, deleted or incremented, every begin and end. Attempts that lost count.
 * Thread-safe.
 */
public final class Operations {
  private final LongAdder reads = new LongAdder();
  private final LongAdder writes = new LongAdder();
  private final LongAdder others = new LongAdder();

  /** How many there were. */
  public record Counts(long reads, long writes, long others) {

    public long all() {
      return reads + writes + others;
    }

    public Counts minus(Counts earlier) {
      return new Counts(reads - earlier.reads, writes - earlier.writes, others - earlier.others);
    }
  }

  void read(int count) {
    reads.add(count);
  }

  /** An attempt, and all that it has written. */
  void attempt(int rowsWritten) {
    writes.add(rowsWritten);
    others.add(2);
  }

  public Counts counts() {
    return new Counts(reads.sum(), writes.sum(), others.sum());
  }
}
