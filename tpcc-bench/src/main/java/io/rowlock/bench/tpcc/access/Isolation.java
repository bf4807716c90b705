package io.rowlock.bench.tpcc.access;

/** What a business transaction asks for; plain HBase gives neither. */
public enum Isolation {
  SERIALIZABLE,
  /**
   * Every row by itself: committed, and no older than the begin. For reading only; clause 2.8.2.3
   * asks no more of Stock-Level.
   */
  READ_COMMITTED
}
