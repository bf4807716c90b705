package io.rowlock.bench.profile;

import com.fasterxml.jackson.annotation.JsonValue;

/** How the reads and writes of a profile are done. */
enum Mode implements Label {
  /** Plain HBase: one RPC for every cell written and every row read, one after the other. */
  RAW("raw"),
  /** Plain HBase: one multi-get, one batch of puts. */
  RAW_BATCHED("raw-batched"),
  /** A Rowlock transaction. */
  TX("tx");

  private final String label;

  Mode(String label) {
    this.label = label;
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
