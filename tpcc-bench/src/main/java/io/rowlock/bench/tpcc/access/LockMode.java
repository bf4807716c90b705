package io.rowlock.bench.tpcc.access;

/** What a row is locked for. */
enum LockMode {
  /** Reading, along with others. */
  SHARED,
  /** Writing. */
  EXCLUSIVE
}
