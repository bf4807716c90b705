package io.rowlock.once;

import io.rowlock.Transaction;
import java.io.IOException;

/**
 * Work that takes effect once for its id. It may run several times, each time in a transaction of
 * its own, of which one is committed.
 */
@FunctionalInterface
public interface OnceWork {

  /**
   * Works in the transaction.
   *
   * @return a small result, which is kept for later calls with the same id; may be empty
   */
  byte[] execute(Transaction transaction) throws IOException;
}
