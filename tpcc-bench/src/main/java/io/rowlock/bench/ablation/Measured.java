package io.rowlock.bench.ablation;

import io.rowlock.internal.store.Mechanism;
import java.util.ArrayList;
import java.util.List;

/** One line of one run. */
record Measured(Part part, int turn, Variant variant, Line line) {

  /** Returns a sentence for each mechanism that fired though it was off. */
  static List<String> disagreements(List<Measured> all) {
    List<String> disagreements = new ArrayList<>();
    for (Measured one : all) {
      Mechanism off = one.variant.without();
      if (off != null && one.line.hasFired(off)) {
        disagreements.add(
            "%s, %s, turn %d: %s fired, though it was off"
                .formatted(one.part, one.line.series(), one.turn, off.label()));
      }
    }
    return disagreements;
  }
}
