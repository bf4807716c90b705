package io.rowlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The pages agree with the code. */
class GeneratedPartsTest {

  @Test
  void generatedPartsOfThePagesAreUpToDate() throws Exception {
    GeneratedParts parts = new GeneratedParts(Path.of("../.."));
    assertThat(parts.changes().keySet()).as("pages that 'scripts/docs' would change").isEmpty();
    assertThat(parts.flaws()).isEmpty();
  }
}
