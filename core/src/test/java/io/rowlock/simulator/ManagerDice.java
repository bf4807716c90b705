package io.rowlock.simulator;

import java.util.Random;
import java.util.random.RandomGenerator;

/** Which transactions of one client run through a manager: in half of the runs some, by dice. */
final class ManagerDice {

  private final boolean isUsed;
  private final Random dice;

  /** Users that lack a permission go without. */
  ManagerDice(Plan plan, int client, Rights rights) {
    boolean some = plan.dice("managers", 0).nextBoolean();
    RandomGenerator own = plan.dice("manager", client);
    isUsed = some && own.nextInt(3) > 0 && rights.equals(Rights.ALL);
    dice = new Random(own.nextLong());
  }

  /** Whether the client has a manager. */
  boolean isUsed() {
    return isUsed;
  }

  /** Whether the next transaction runs through it. */
  boolean next() {
    return isUsed && dice.nextInt(4) > 0;
  }

  /** What those transactions do. */
  Random dice() {
    return dice;
  }
}
