package io.rowlock.bench.tpcc.schema;

/** A row is not as TPC-C's tables are: a cell is missing, or has the wrong size. */
public final class BrokenRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BrokenRowException(String message) {
    super(message);
  }
}
