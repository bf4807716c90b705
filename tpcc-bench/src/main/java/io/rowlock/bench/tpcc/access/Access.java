package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.tpcc.access.Reads.Counter;
import io.rowlock.bench.tpcc.layout.Key;
import io.rowlock.bench.tpcc.layout.Row;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * One attempt of a business transaction. Writes take effect at its end; reads need not see them,
 * and a row that is known to be written had better be written before others are read, as Rowlock
 * then looks at its lock on the way. Used by one thread.
 */
public final class Access {
  private final Backend backend;
  private final Operations operations;
  private final Set<Key> written = new HashSet<>();
  private boolean isRolledBack;

  Access(Backend backend, Operations operations) {
    this.backend = backend;
    this.operations = operations;
  }

  public Reads reads() {
    return new Reads(backend, operations);
  }

  /** Sets cells of a row, in addition to earlier ones. */
  public void put(Key key, Row cells) throws IOException {
    written.add(key);
    backend.put(key, cells);
  }

  /** Puts a row that has never existed. */
  public void insert(Key key, Row cells) throws IOException {
    written.add(key);
    backend.insert(key, cells);
  }

  public void delete(Key key) throws IOException {
    written.add(key);
    backend.delete(key);
  }

  public void add(Counter counter, long delta) throws IOException {
    written.add(counter.key());
    backend.add(counter, delta);
  }

  /** Adds one to a counter whose value was read, and returns the number before. */
  public long take(Counter counter) throws IOException {
    long taken = counter.value();
    put(counter.key(), new Row().set(counter.column(), taken + 1));
    return taken;
  }

  /** Discards all writes of the attempt, also later ones. */
  public void rollBack() {
    isRolledBack = true;
  }

  boolean isRolledBack() {
    return isRolledBack;
  }

  /** Counts the attempt; called after its end. */
  void count() {
    operations.attempt(written.size());
  }

  /**
   * Counts what business transactions ask for, independently of mode, layout and requests: every
   * get or scan, every row put, deleted or incremented, every begin and end. Attempts that lost
   * count. Thread-safe.
   */
  public static final class Operations {
    private final LongAdder reads = new LongAdder();
    private final LongAdder writes = new LongAdder();
    private final LongAdder others = new LongAdder();

    /** The numbers of operations. */
    public record Counts(long reads, long writes, long others) {

      public long all() {
        return reads + writes + others;
      }

      public Counts plus(Counts other) {
        return new Counts(reads + other.reads, writes + other.writes, others + other.others);
      }

      public Counts minus(Counts earlier) {
        return new Counts(reads - earlier.reads, writes - earlier.writes, others - earlier.others);
      }
    }

    void read(int count) {
      reads.add(count);
    }

    /** An attempt and all its writes. */
    void attempt(int rowsWritten) {
      writes.add(rowsWritten);
      others.add(2);
    }

    public Counts counts() {
      return new Counts(reads.sum(), writes.sum(), others.sum());
    }
  }
}
