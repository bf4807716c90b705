package io.rowlock.internal.admin;

/** The reason for altering a table, for messages. */
public enum Purpose {
  ENABLE("enabling", "enable"),
  DISABLE("disabling", "disable");

  final String action;
  final String verb;

  Purpose(String action, String verb) {
    this.action = action;
    this.verb = verb;
  }
}
