package io.rowlock.mutation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The changes of every mutant fit the library's source, and compile. */
class MutantsCompileTest {

  @ParameterizedTest
  @MethodSource("io.rowlock.mutation.Mutant#all")
  void changesCompile(Mutant mutant) throws Exception {
    PatchedClasses.of(mutant.changes(), name -> false);
  }
}
