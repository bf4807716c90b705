package io.rowlock.internal.hbase;

/** What an error proves about the conditional write that met it. */
enum WriteFault {
  /** Surely not applied, and worth repeating. */
  REPEATABLE,
  /** Surely not applied, and bound to fail again. */
  USELESS,
  /** Applied or not, or still under way. */
  DOUBTFUL
}
