package io.rowlock.bench.inserts;

import io.rowlock.bench.kit.Label;

/** How a record is inserted. */
enum InsertMode implements Label {
  /** By plain HBase. */
  RAW,
  /** By a transaction. */
  TX,
  /** By a transaction, together with a row of an index in another table. */
  TX_2ROW;

  boolean hasIndex() {
    return this == TX_2ROW;
  }

  @Override
  public String toString() {
    return label();
  }
}
