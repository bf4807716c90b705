package io.rowlock.bench.micro.scale;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.micro.scale.Part.PartName;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The plan of a run, as options of the command; {@link #check} completes it. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE)
final class ScalePlan {
  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      defaultValue = "rows,delay,hot-row,locks",
      description = "Parts to run (default: ${DEFAULT-VALUE}).")
  List<PartName> parts = List.of();

  @Option(
      names = "--delay",
      split = ",",
      paramLabel = "MS",
      defaultValue = "0,1,2",
      description =
          "Milliseconds added to every request of the client (default: ${DEFAULT-VALUE}).")
  List<Integer> delays = List.of();

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,20,100,500",
      description = "Rows per transaction, in rows and locks (default: ${DEFAULT-VALUE}).")
  List<Integer> rows = List.of();

  @Option(
      names = "--hot-commits",
      paramLabel = "N",
      description = "Commits of one row, in hot-row (default: ${DEFAULT-VALUE}).")
  int hotCommits = 100_000;

  @Mixin @JsonUnwrapped Rounds windows = new Rounds(90, 1, 3);

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  void check() {
    parts = Arguments.distinct("--part", parts);
    delays = Arguments.distinct("--delay", Stream.concat(Stream.of(0), delays.stream()).toList());
    rows = Arguments.distinct("--rows", rows);
    Arguments.range("--delay", 0, 1_000, delays);
    Arguments.range("--rows", 1, 1_000, rows);
    Arguments.range("--hot-commits", 100, 10_000_000, hotCommits);
    windows.check();
  }
}
