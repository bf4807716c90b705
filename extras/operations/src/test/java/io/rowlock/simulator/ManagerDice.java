package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.ProtocolLimits;
import io.rowlock.internal.protocol.lock.ProtocolLimits.Mechanisms;
import io.rowlock.internal.protocol.lock.ProtocolSettings;
import java.util.Random;
import java.util.SplittableRandom;

/** Draws which transactions of one client run through a manager: in half of the runs some do. */
final class ManagerDice {

  private final boolean isUsed;
  private final Random dice;

  /** Creates the dice. Users that lack a permission have no manager. */
  ManagerDice(Plan plan, int client, Rights rights) {
    boolean some = plan.dice("managers", 0).nextBoolean();
    SplittableRandom own = plan.dice("manager", client);
    isUsed = some && own.nextInt(3) > 0 && rights.equals(Rights.ALL);
    dice = new Random(own.nextLong());
  }

  /**
   * Returns settings without combined commits: a manager's transactions do not report which of them
   * committed as one.
   */
  static ProtocolSettings oneByOne(ProtocolSettings settings) {
    ProtocolLimits limits = settings.limits();
    Mechanisms mechanisms = limits.mechanisms();
    return new ProtocolSettings(
        settings.lease(),
        settings.lockWait(),
        settings.maxRows(),
        settings.maxCellBytes(),
        settings.waitForRollForward(),
        settings.maxBackgroundTransactions(),
        settings.factsAge(),
        new ProtocolLimits(
            limits.tries(),
            limits.trail(),
            limits.region(),
            limits.pageRows(),
            new Mechanisms(
                1, mechanisms.regionRequests(), mechanisms.handOvers(), mechanisms.secondRequest()),
            limits.busyCommits(),
            limits.notice()));
  }

  /** Returns whether the client has a manager. */
  boolean isUsed() {
    return isUsed;
  }

  /** Returns whether the next transaction runs through it. */
  boolean next() {
    return isUsed && dice.nextInt(4) > 0;
  }

  /** Returns the dice for those transactions. */
  Random dice() {
    return dice;
  }
}
