package io.rowlock.history;

import org.jspecify.annotations.Nullable;

/**
 * One transaction came before another one.
 *
 * @param key null for real time
 * @param value the write of {@code from} for a {@link EdgeType#WRITE_READ}, else that of {@code to}
 */
record Dependency(int from, int to, EdgeType type, @Nullable KeyHistory key, long value) {

  /** The reasons, from the least to the most that a store must guarantee to rule it out. */
  enum EdgeType {
    /** Both wrote a key. */
    WRITE_WRITE(1),
    /** The second has read a write of the first. */
    WRITE_READ(1L << 15),
    /** The first has not read a write of the second. */
    READ_WRITE(1L << 30),
    /** The same, but by a range read. */
    RANGE_READ_WRITE(1L << 30),
    /** The first had ended when the second began: this leads from it to a barrier. */
    REAL_TIME(1L << 45),
    /** Both wrote a key, in an order that only real time shows. */
    TIMED_WRITE_WRITE(1L << 45),
    /** From a barrier to the next node. */
    BARRIER(0);

    private final long weight;

    EdgeType(long weight) {
      this.weight = weight;
    }

    /**
     * Returns the weight. A cycle of the least weight has the fewest edges of the last kind, and so
     * on.
     */
    long weight() {
      return weight;
    }

    boolean isReadWrite() {
      return weight == 1L << 30;
    }
  }
}
