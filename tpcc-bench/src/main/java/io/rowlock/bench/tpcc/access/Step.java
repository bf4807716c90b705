package io.rowlock.bench.tpcc.access;

/** What mode 2pc does with rows, in this order. */
public enum Step {
  LOCK,
  READ,
  PREPARE,
  /** Of the decision: written, and deleted when it is carried out. */
  LOG,
  /** With what is to be written, if there is something. */
  RELEASE
}
