package io.rowlock.bench.tpcc.access;

import io.rowlock.bench.kit.Label;

/** The implementation that runs business transactions. */
public enum Mode implements Label {
  /** Rowlock. */
  TX,
  /** Plain HBase, one request after the other. */
  RAW,
  /** Plain HBase, what does not depend on each other at once, as few requests as it can be. */
  RAW_BATCHED,
  /** Two-phase commit with locks taken at read, and a log of decisions. */
  TWO_PHASE;

  @Override
  public String label() {
    return this == TWO_PHASE ? "2pc" : Label.super.label();
  }

  @Override
  public String toString() {
    return label();
  }
}
