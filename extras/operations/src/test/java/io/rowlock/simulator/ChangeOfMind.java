package io.rowlock.simulator;

/** Thrown by a user's code to abandon the transaction. */
final class ChangeOfMind extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ChangeOfMind() {
    super("The user has changed his mind");
  }
}
