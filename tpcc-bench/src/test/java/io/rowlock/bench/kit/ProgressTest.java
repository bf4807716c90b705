package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter text = new StringWriter();
  private final PrintWriter err = new PrintWriter(text);

  private Progress start(long total) {
    return Progress.start("tpcc", total, err);
  }

  @Test
  void estimateComesBeforeTheStart() {
    Progress.announce("tpcc", 540, "load and check", err);
    Progress.announce("tpcc", 12, "load and check", err);
    assertThat(text.toString().lines())
        .containsExactly(
            "bench tpcc: about 9 min, and the time to load and check",
            "bench tpcc: about 12 s, and the time to load and check");
  }

  @Test
  void restTakesAsLongAsWhatIsDone() {
    try (Progress progress = start(400)) {
      assertThat(progress.state(0)).isEqualTo(", 0 %");
      progress.end(100);
      assertThat(progress.state(Duration.ofSeconds(20).toNanos()))
          .isEqualTo(", 25 %, about 60 s left");
      assertThat(progress.state(Duration.ofSeconds(200).toNanos()))
          .isEqualTo(", 25 %, about 10 min left");
      progress.end(300);
      assertThat(progress.state(1)).isEqualTo(", 100 %");
    }
  }

  @Test
  void groupOfManyPiecesIsReportedEachTenth() {
    try (Progress progress = start(100)) {
      for (int i = 0; i < 100; i++) {
        progress.begin("loading", "loading");
        progress.end(1);
      }
    }
    assertThat(text.toString().lines()).hasSize(10).first().isEqualTo("bench tpcc: loading, 0 %");
  }

  @Test
  void everyRoundEndsWithItsFigures() throws IOException {
    Rounds rounds = new Rounds(0, 5, 2);
    try (Progress progress = start(20)) {
      rounds.run(List.of("tx", "raw"), progress, (mode, round) -> mode.length() * round);
    }
    assertThat(text.toString())
        .contains("bench tpcc: round 1 of 2, 0 %")
        .contains("bench tpcc: round 1 of 2: tx 2.0/s; raw 3.0/s")
        .containsPattern("bench tpcc: round 2 of 2, 50 %, about \\d+ s left")
        .contains("bench tpcc: round 2 of 2: tx 4.0/s; raw 6.0/s");
  }
}
