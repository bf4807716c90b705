package io.rowlock.internal.store;

import org.apache.hadoop.hbase.security.AccessDeniedException;

/** This user lacks a permission; the message says which one, what for, and how to get it. */
public final class MissingPermissionException extends AccessDeniedException {

  private static final long serialVersionUID = 1L;

  public MissingPermissionException(String message) {
    super(message);
  }

  public MissingPermissionException(String message, Throwable cause) {
    super(message);
    initCause(cause);
  }
}
