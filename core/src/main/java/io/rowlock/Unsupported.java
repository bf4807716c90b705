package io.rowlock;

/** Refuses operations that a table of a transaction does not support, with the alternative. */
final class Unsupported {

  private Unsupported() {}

  static UnsupportedOperationException coprocessors() {
    return new UnsupportedOperationException(
        "Coprocessors run on the servers, past the locks and unseen by the transaction. Call them"
            + " through a table of the HBase connection, outside of the transaction's guarantees.");
  }

  static UnsupportedOperationException timeouts() {
    return new UnsupportedOperationException(
        "Timeouts belong to the TransactionManager, not to one table of a transaction. Set them in"
            + " its RowlockOptions.");
  }
}
