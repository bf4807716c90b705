package io.rowlock.bench.ablation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rowlock.bench.kit.Rounds;
import io.rowlock.internal.store.Mechanism;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All runs have been made before, but one. */
class TurnsTest {
  private static final String WITH =
      "{\"rows\": [{\"mode\": \"tx\", \"fired shared-writes\": {\"max\": 1}}]}";
  private static final String WITHOUT = "{\"rows\": [{\"mode\": \"tx\"}]}";

  @TempDir private Path out;

  private final StringWriter err = new StringWriter();

  private Turns turns(int count) {
    return new Turns(
        new Runs(NoProgram.class),
        new Rounds(0, 1, 1),
        count,
        List.of(Mechanism.SHARED_WRITES, Mechanism.HAND_OVER),
        out,
        new PrintWriter(err));
  }

  /** Its process ends with an error. */
  private static final class NoProgram {}

  @BeforeEach
  void runBefore() throws IOException {
    for (int turn = 1; turn <= 2; turn++) {
      write("turn-" + turn + "/all", WITH);
      write("turn-" + turn + "/without-shared-writes", WITHOUT);
    }
  }

  private void write(String run, String results) throws IOException {
    Path directory = Files.createDirectories(out.resolve("profile").resolve(run));
    Files.writeString(directory.resolve("summary.json"), results);
  }

  @Test
  void onlyWhatFiresIsLeftOutAndTurnsDiffer() throws IOException {
    List<Measured> measured = turns(2).run(Part.PROFILE, null);
    assertThat(measured)
        .extracting(one -> one.turn() + " " + one.variant())
        .containsExactly("1 all", "1 without-shared-writes", "2 without-shared-writes", "2 all");
    assertThat(err.toString()).contains("profile turn 2, without-shared-writes: has run already");
  }

  @Test
  void runThatIsMissingIsMade() {
    assertThatThrownBy(() -> turns(3).run(Part.PROFILE, null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("turn-3")
        .hasMessageContaining("output.txt");
  }
}
