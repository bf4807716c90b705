package io.rowlock.simulator;

/** The user does not want the transaction any more, and throws. */
final class ChangeOfMind extends RuntimeException {

  private static final long serialVersionUID = 1L;

  ChangeOfMind() {
    super("The user has changed his mind");
  }
}
