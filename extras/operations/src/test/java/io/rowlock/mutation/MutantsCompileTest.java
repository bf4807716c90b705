package io.rowlock.mutation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The guards of all mutants exist, and their new bodies compile. */
class MutantsCompileTest {

  /** Mutants of different classes compile together, which saves most of the time. */
  @Test
  void newBodiesCompile() throws IOException {
    List<Mutant> left = new ArrayList<>(Mutant.all());
    while (!left.isEmpty()) {
      Set<String> types = new HashSet<>();
      List<GuardChange> together = new ArrayList<>();
      left.removeIf(mutant -> joins(mutant, types, together));
      PatchedClasses.of(together, name -> false);
    }
  }

  private static boolean joins(Mutant mutant, Set<String> types, List<GuardChange> together) {
    List<String> own = mutant.changes().stream().map(GuardChange::topLevelType).toList();
    if (own.stream().anyMatch(types::contains)) {
      return false;
    }
    types.addAll(own);
    together.addAll(mutant.changes());
    return true;
  }
}
