package io.rowlock;

/**
 * One thing about a table that matters to transactions.
 *
 * @param setting the setting it is about
 * @param message what is wrong, and the way out
 */
public record TableFinding(Severity severity, String setting, String message) {

  /** How bad it is. */
  public enum Severity {
    /** Transactions on the table would be unsafe, or fail. */
    ERROR,
    /** Transactions are safe; something else about the table may surprise. */
    WARNING
  }
}
