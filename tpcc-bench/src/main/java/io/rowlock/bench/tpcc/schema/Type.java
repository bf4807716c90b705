package io.rowlock.bench.tpcc.schema;

/** What the bytes of a cell are. */
public enum Type {
  /** Four bytes: counts, ids, and rates in ten-thousandths. */
  INT,
  /** Eight bytes: amounts in cents, times in milliseconds, and what HBase shall increment. */
  LONG,
  /** UTF-8. */
  TEXT
}
