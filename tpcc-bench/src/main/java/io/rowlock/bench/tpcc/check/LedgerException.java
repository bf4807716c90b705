package io.rowlock.bench.tpcc.check;

/** A line of a ledger is none. */
final class LedgerException extends Exception {
  private static final long serialVersionUID = 1L;

  LedgerException(String message) {
    super(message);
  }
}
