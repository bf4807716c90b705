package io.rowlock;

import java.io.Serializable;

/**
 * One fact about a table that matters to transactions.
 *
 * @param severity how serious it is
 * @param setting the setting, with its column family if it belongs to one
 * @param message what is wrong, and the way out
 */
public record TableFinding(Severity severity, String setting, String message)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** How serious a finding is. */
  public enum Severity {
    /** Transactions on the table would be unsafe, or fail. */
    ERROR,
    /** Transactions are safe; another property of the table may be unexpected. */
    WARNING
  }

  /** A finding that makes transactions on the table unsafe, or fail. */
  public static TableFinding error(String setting, String message) {
    return new TableFinding(Severity.ERROR, setting, message);
  }

  /** A finding that may surprise. */
  public static TableFinding warning(String setting, String message) {
    return new TableFinding(Severity.WARNING, setting, message);
  }

  /** Returns whether transactions on the table would be unsafe, or fail. */
  public boolean isError() {
    return severity == Severity.ERROR;
  }
}
