package io.rowlock.simulator;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Draws what users of one client write in addition, and what they may not see. */
final class ExtraDice {

  private static final Duration LONGEST_PATIENCE = Duration.ofMillis(10);

  private final TableChanges changes;
  private final Rights rights;
  private final SplittableRandom dice;
  private final SplittableRandom regrets;
  private final boolean isHurried;
  private final boolean isOneLine;
  private final boolean areLongReads;

  ExtraDice(TableChanges changes, Rights rights, Plan plan, int client) {
    this.changes = changes;
    this.rights = rights;
    this.dice = plan.dice("extra", client);
    this.regrets = plan.dice("regrets", client);
    this.isHurried = isHurried(plan, client);
    this.isOneLine = ReservationDice.isOneLine(plan);
    this.areLongReads = ReservationDice.areLongReads(plan);
  }

  /** Returns whether the client's transactions begin nearly at once, and most write few rows. */
  static boolean isHurried(Plan plan, int client) {
    return ReservationDice.isOneLine(plan) || plan.dice("at once", client).nextInt(4) == 0;
  }

  /** Draws whether the next transaction raises the row for which others wait in line. */
  boolean raisesOneRow() {
    return isOneLine && dice.nextInt(8) > 0;
  }

  /** Draws whether the next transaction changes rows that others read as a whole. */
  boolean changesBesideLongReads() {
    return areLongReads && dice.nextInt(8) > 0;
  }

  /** Draws whether the next transaction writes the rows that many others write. */
  boolean writesHotRows() {
    return isHurried && dice.nextInt(4) > 0;
  }

  /** Draws whether a user loses patience with a commit of hot rows. */
  boolean losesPatience() {
    return dice.nextInt(8) == 0;
  }

  /** Draws how long the patience lasts. */
  Duration patience() {
    return Duration.ofNanos(dice.nextLong(LONGEST_PATIENCE.toNanos()));
  }

  /** Draws the families in which a change also leaves its tag: mostly none. */
  List<byte[]> draw() {
    List<byte[]> families = changes.moreFamilies();
    int drawn = dice.nextInt(8);
    return drawn < families.size() ? List.of(families.get(drawn)) : List.of();
  }

  /** Draws whether a user writes something and takes it back before the next change. */
  boolean regrets() {
    return regrets.nextInt(6) == 0;
  }

  boolean hidesF() {
    return rights.hides(Content.F);
  }
}
