package io.rowlock.bench.tpcc.access;

import java.util.Arrays;

/** What carries out business transactions. */
public enum Mode {
  /** Rowlock. */
  TX("tx"),
  /** Plain HBase, one request after the other. */
  RAW("raw"),
  /** Plain HBase, what does not depend on each other at once, as few requests as it can be. */
  RAW_BATCHED("raw-batched"),
  /** As {@link #RAW_BATCHED}, and counters by HBase's increments. */
  RAW_ATOMIC("raw-atomic"),
  /** Two-phase commit with locks taken at read, and a log of decisions. */
  TWO_PHASE("2pc");

  private final String label;

  Mode(String label) {
    this.label = label;
  }

  /**
   * The mode of a label.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Mode of(String label) {
    return Arrays.stream(values())
        .filter(mode -> mode.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no mode '" + label + "'"));
  }

  @Override
  public String toString() {
    return label;
  }
}
