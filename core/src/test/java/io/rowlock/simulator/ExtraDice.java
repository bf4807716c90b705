package io.rowlock.simulator;

import java.util.List;
import java.util.random.RandomGenerator;

/** What users of one client write besides, and what they may not see. */
final class ExtraDice {

  private final TableChanges changes;
  private final Rights rights;
  private final RandomGenerator dice;

  ExtraDice(TableChanges changes, Rights rights, RandomGenerator dice) {
    this.changes = changes;
    this.rights = rights;
    this.dice = dice;
  }

  /** The families in which one change leaves its tag as well: mostly none. */
  List<byte[]> draw() {
    List<byte[]> families = changes.moreFamilies();
    int drawn = dice.nextInt(8);
    return drawn < families.size() ? List.of(families.get(drawn)) : List.of();
  }

  boolean hidesF() {
    return rights.hides(Content.F);
  }
}
