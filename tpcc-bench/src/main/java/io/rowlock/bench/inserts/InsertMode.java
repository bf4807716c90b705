package io.rowlock.bench.inserts;

import com.fasterxml.jackson.annotation.JsonValue;
import io.rowlock.bench.kit.Label;

/** How a record is inserted. */
enum InsertMode implements Label {
  /** By plain HBase. */
  RAW("raw", false),
  /** By a transaction. */
  TX("tx", false),
  /** By a transaction, together with a row of an index in another table. */
  TX_TWO_ROWS("tx-2row", true);

  private final String label;
  private final boolean hasIndex;

  InsertMode(String label, boolean hasIndex) {
    this.label = label;
    this.hasIndex = hasIndex;
  }

  boolean hasIndex() {
    return hasIndex;
  }

  @Override
  @JsonValue
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }
}
