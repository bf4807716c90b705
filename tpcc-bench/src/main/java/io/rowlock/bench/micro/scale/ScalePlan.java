package io.rowlock.bench.micro.scale;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.micro.scale.Part.PartName;
import java.util.Collections;
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
      defaultValue = "rows,delay,hot-row,regions,servers,locks",
      description = "Parts to run (default: ${DEFAULT-VALUE}).")
  List<PartName> parts = List.of();

  @Option(
      names = "--delay",
      split = ",",
      paramLabel = "MS",
      defaultValue = "0,1,2",
      description =
          "Milliseconds added to every request of the client (default: ${DEFAULT-VALUE}). Regions"
              + " and servers are measured without and with the longest.")
  List<Integer> delays = List.of();

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,20,100,500",
      description = "Rows per transaction, in rows and locks (default: ${DEFAULT-VALUE}).")
  List<Integer> rows = List.of();

  @Option(
      names = "--regions",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,4,16",
      description = "Regions of a table, in regions (default: ${DEFAULT-VALUE}).")
  List<Integer> regions = List.of();

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2,4",
      description = "Servers that hold a table, in servers (default: ${DEFAULT-VALUE}).")
  List<Integer> servers = List.of();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,8,32",
      description = "Threads, in regions and servers (default: ${DEFAULT-VALUE}).")
  List<Integer> threads = List.of();

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
    regions = Arguments.distinct("--regions", regions);
    servers = Arguments.distinct("--servers", servers);
    threads = Arguments.distinct("--threads", threads);
    Arguments.range("--delay", 0, 1_000, delays);
    Arguments.range("--rows", 1, 1_000, rows);
    Arguments.range("--regions", 1, 100, regions);
    Arguments.range("--servers", 1, 16, servers);
    Arguments.range("--threads", 1, 1_000, threads);
    Arguments.range("--hot-commits", 100, 10_000_000, hotCommits);
    windows.check();
  }

  /** None, and the longest. */
  List<Integer> extremeDelays() {
    return Arguments.distinct("--delay", List.of(0, Collections.max(delays)));
  }

  /** The needed region servers. */
  int mostServers() {
    return parts.contains(PartName.SERVERS) ? Collections.max(servers) : 1;
  }
}
