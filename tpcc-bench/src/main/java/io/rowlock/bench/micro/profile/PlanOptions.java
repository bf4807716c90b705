package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Arguments;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that say what is to be measured. */
final class PlanOptions {
  private static final Integer ATTEMPTS_OF_HOT_ROWS = 10;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--profile",
      split = ",",
      paramLabel = "PROFILE",
      defaultValue = "practical,worst-case",
      description = "Profiles to run (default: ${DEFAULT-VALUE}).")
  private List<Profile> profiles = List.of();

  @Option(
      names = "--mode",
      split = ",",
      paramLabel = "MODE",
      defaultValue = "raw,raw-batched,tx",
      description = "Modes to run (default: ${DEFAULT-VALUE}).")
  private List<Mode> modes = List.of();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,8,32",
      description = "Thread counts (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads = List.of();

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      defaultValue = "3",
      description =
          "Length of a window: one point in one round (default: ${DEFAULT-VALUE}). Many short"
              + " rounds tell more than few long ones, as a machine's speed changes.")
  private int time;

  @Option(
      names = "--warmup",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description =
          "Of every profile and mode, in turns, before anything is measured (default:"
              + " ${DEFAULT-VALUE}; 0: none). Until client and servers are compiled, figures are"
              + " up to three times worse.")
  private int warmup;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "8",
      description = "How often every point is measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--hot",
      paramLabel = "N",
      description = "Take both written rows from N hot rows (default: from all rows).")
  private @Nullable Integer hot;

  @Option(
      names = "--attempts",
      paramLabel = "N",
      description =
          "Attempts of a transaction at most, in every mode that can lose (default: 10 with --hot,"
              + " else as many as fit into 30 s).")
  private @Nullable Integer attempts;

  @Option(names = "--colocated", description = "All rows in one region (default: in 4 regions).")
  private boolean colocated;

  @Option(
      names = "--peers",
      description =
          "Also run other transaction layers: haeinsa, omid and omid-low-latency. Omid is fetched"
              + " from Maven Central the first time.")
  private boolean peers;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Rows of the table (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "For the choices of rows and values (default: ${DEFAULT-VALUE}).")
  private long seed;

  /** What was asked for; a usage error when that makes no sense. */
  Plan plan() {
    return Arguments.read(
        command,
        () ->
            new Plan(
                profiles,
                allModes(),
                threads,
                time,
                warmup,
                rounds,
                rows,
                hot,
                attempts == null && hot != null ? ATTEMPTS_OF_HOT_ROWS : attempts,
                colocated,
                seed));
  }

  private List<Mode> allModes() {
    return peers ? Stream.concat(modes.stream(), Mode.PEERS.stream()).toList() : modes;
  }
}
