package io.rowlock.internal.store;

import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * Reports that this user lacks a permission. The message names the permission, its purpose, and how
 * to grant it.
 */
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
