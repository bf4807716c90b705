package io.rowlock.bench.tpcc.run;

/** What is counted of each kind of business transaction. */
enum Event {
  /** Those rolled back as they wanted are among them. */
  COMPLETED,
  ROLLED_BACK,
  GIVE_UPS,
  UNKNOWN,
  ERRORS,
  /** Transactions of the database. */
  TRANSACTIONS,
  ATTEMPTS,
  CONFLICTS,
  /** Order lines. */
  LINES,
  /** Order lines supplied by another warehouse. */
  REMOTE_LINES,
  /** Of a customer of another warehouse. */
  REMOTE,
  /** Of a customer who was named, not numbered. */
  BY_NAME
}
