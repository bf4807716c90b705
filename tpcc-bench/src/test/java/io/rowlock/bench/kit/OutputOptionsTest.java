package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Target.Bound;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** A strict run is good only if it has shown that its goals are met. */
class OutputOptionsTest {

  @ParameterizedTest
  @CsvSource({"2.0, true, 0", "2.0, false, 4", "0.5, true, 4", "0.5, false, 4"})
  void strictRunNeedsSettledSeriesThatMeetTheGoals(double measured, boolean settled, int status) {
    List<Target> targets = List.of(new Target("speed", measured, Bound.AT_LEAST, 1, settled));

    assertThat(options("--strict").status(List.of(), targets)).isEqualTo(status);
    assertThat(options().status(List.of(), targets)).isEqualTo(ExitStatus.GOOD);
  }

  @Test
  void failedCheckIsWorse() {
    assertThat(options("--strict").status(List.of("a check"), List.of()))
        .isEqualTo(ExitStatus.CHECK_FAILED);
  }

  private static OutputOptions options(String... arguments) {
    return CommandLine.populateCommand(new OutputOptions(), arguments);
  }
}
