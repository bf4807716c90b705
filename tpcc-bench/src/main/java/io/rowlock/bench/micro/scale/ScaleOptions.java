package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.micro.scale.Part.PartName;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say what is to be measured. */
final class ScaleOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      defaultValue = "rows,delay,hot-row,regions,servers,locks",
      description = "Parts to run (default: ${DEFAULT-VALUE}).")
  private List<PartName> parts = List.of();

  @Option(
      names = "--delay",
      split = ",",
      paramLabel = "MS",
      defaultValue = "0,1,2",
      description =
          "Milliseconds added to every request of the client (default: ${DEFAULT-VALUE}). Regions"
              + " and servers are measured without and with the longest.")
  private List<Integer> delays = List.of();

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,20,100,500",
      description = "Rows per transaction, in rows and locks (default: ${DEFAULT-VALUE}).")
  private List<Integer> rows = List.of();

  @Option(
      names = "--regions",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,4,16",
      description = "Regions of a table, in regions (default: ${DEFAULT-VALUE}).")
  private List<Integer> regions = List.of();

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2,4",
      description = "Servers that a table lies on, in servers (default: ${DEFAULT-VALUE}).")
  private List<Integer> servers = List.of();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,8,32",
      description = "Threads, in regions and servers (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads = List.of();

  @Option(
      names = "--hot-commits",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Commits of one row, in hot-row (default: ${DEFAULT-VALUE}).")
  private int hotCommits;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "Length of a window: one point in one round (default: ${DEFAULT-VALUE}).")
  private int time;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      defaultValue = "90",
      description =
          "Before the first part, shared by all kinds of work (default: ${DEFAULT-VALUE}; 0:"
              + " none). Until client and servers are compiled, figures are up to three times"
              + " worse.")
  private int warmup;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often every point is measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "For the choices of rows and values (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** What was asked for; a usage error when that makes no sense. */
  ScalePlan plan() {
    return Arguments.read(
        command,
        () ->
            new ScalePlan(
                parts,
                delays,
                rows,
                regions,
                servers,
                threads,
                hotCommits,
                time,
                warmup,
                rounds,
                seed));
  }
}
