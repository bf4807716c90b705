package io.rowlock.simulator;

import java.util.List;
import java.util.random.RandomGenerator;

/** Draws what users of one client write in addition, and what they may not see. */
final class ExtraDice {

  private final TableChanges changes;
  private final Rights rights;
  private final RandomGenerator dice;

  ExtraDice(TableChanges changes, Rights rights, RandomGenerator dice) {
    this.changes = changes;
    this.rights = rights;
    this.dice = dice;
  }

  /** Draws the families in which a change also leaves its tag: mostly none. */
  List<byte[]> draw() {
    List<byte[]> families = changes.moreFamilies();
    int drawn = dice.nextInt(8);
    return drawn < families.size() ? List.of(families.get(drawn)) : List.of();
  }

  boolean hidesF() {
    return rights.hides(Content.F);
  }
}
