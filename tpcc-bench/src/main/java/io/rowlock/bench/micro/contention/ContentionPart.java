package io.rowlock.bench.micro.contention;

import io.rowlock.bench.kit.Label;

/** A part of the run. */
enum ContentionPart implements Label {
  /** One row that many threads increment. */
  COUNTERS,
  /** Transfers, and audits of all accounts. */
  BANK
}
