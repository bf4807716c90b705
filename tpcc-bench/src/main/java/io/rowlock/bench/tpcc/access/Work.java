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
}
