package io.rowlock.bench.tpcc.access;

import java.io.IOException;

/** A business transaction. May be executed several times, and must do the same every time. */
@FunctionalInterface
public interface Work<T> {

  /** What it writes takes effect after it has returned, unless it rolls back. */
  T execute(Access access) throws IOException;

  /** What it is counted under. */
  default String name() {
    return getClass().getSimpleName();
  }

  default Isolation isolation() {
    return Isolation.SERIALIZABLE;
  }

  /** What a business transaction asks for; plain HBase gives neither. */
  public enum Isolation {
    SERIALIZABLE,
    /**
     * Every row by itself: committed, and no older than the begin. For reading only; clause 2.8.2.3
     * asks no more of Stock-Level.
     */
    READ_COMMITTED
  }
}
