package io.rowlock;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * A lock is not discarded: it has changed since it was looked at, or there is a way to settle it.
 * Nothing was done. The message names the table, the row and the way out.
 */
public final class LockRefusedException extends DoNotRetryIOException {

  private static final long serialVersionUID = 1L;

  LockRefusedException(String message) {
    super(message);
  }
}
