package io.rowlock.internal.protocol;

import java.util.function.Consumer;

/** The locks that a dead client has left in rows a and b, to each of which it appended a D. */
@SuppressWarnings("ImmutableEnumChecker") // lambdas without state
public enum LeftOver {
  NOTHING(fixture -> {}),

  /** Row a is COMMITTED, and its secondary b still has the intent. */
  COMMITTED(
      fixture -> {
        ScriptedClient dead = fixture.client();
        dead.traffic.onWrite("~b STABLE+data", call -> dead.traffic.cutOff());
        dead.begin().append("a", "D").append("b", "D").commit();
      }),

  /** Row b is PREWRITTEN and row a, its primary, as before: the commit point was never sent. */
  UNDECIDED(
      fixture -> {
        ScriptedClient dead = fixture.client();
        dead.traffic.onWrite("a COMMITTED+data", call -> dead.traffic.cutOff());
        dead.begin().append("a", "D").append("b", "D").launch();
        dead.pause();
      });

  private final Consumer<ProtocolFixture> dying;

  LeftOver(Consumer<ProtocolFixture> dying) {
    this.dying = dying;
  }

  public void leaveIn(ProtocolFixture fixture) {
    dying.accept(fixture);
  }
}
