package io.rowlock.bench.micro.profile;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.clients.ClientOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The plan of a run, as options of the command; {@link #check} completes it. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE)
final class GrowthPlan {
  /** One to four servers get equally many. */
  private static final int REGIONS = 12;

  /** With fewer, the compilers of all processes would take many minutes. */
  private static final int WARM_UP_THREADS = 16;

  /** For each client process: until then, compilers work off what the warm-up has left them. */
  private static final int SETTLING_SECONDS = 20;

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,2,3,4",
      description = "Region servers: one cluster after the other (default: ${DEFAULT-VALUE}).")
  List<Integer> servers = List.of();

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "Client processes for each region server (default: ${DEFAULT-VALUE}).")
  int clients = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of each client (default: ${DEFAULT-VALUE}).")
  int threads = 1;

  @Option(
      names = "--rpc-delay",
      paramLabel = "MS",
      description =
          "Milliseconds by which every request for data is sent later, as by a slower network"
              + " (default: ${DEFAULT-VALUE}).")
  int rpcDelay = 1;

  @Option(
      names = "--profile",
      split = ",",
      paramLabel = "PROFILE",
      defaultValue = "practical,worst-case",
      description = "Profiles to run (default: ${DEFAULT-VALUE}).")
  List<Profile> profiles = List.of();

  @Option(
      names = "--mode",
      split = ",",
      paramLabel = "MODE",
      defaultValue = "tx",
      description = "Modes to run, without peers (default: ${DEFAULT-VALUE}).")
  List<Mode> modes = List.of();

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of the table (default: ${DEFAULT-VALUE}).")
  int rows = 100_000;

  @Mixin @JsonUnwrapped Rounds rounds = new Rounds(30, 5, 5);

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "For the servers; the files of an earlier run are deleted (default: ${DEFAULT-VALUE}).")
  @JsonIgnore
  Path directory = Path.of("target", "growth");

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  void check() {
    servers = Arguments.distinct("--servers", servers);
    Arguments.range("--servers", 1, 9, servers);
    Arguments.range("--clients", 1, 10, clients);
    profiles = Arguments.distinct("--profile", profiles);
    modes = Arguments.distinct("--mode", modes);
    on(1).check();
  }

  /** Returns the plan for a cluster, with clients in proportion. */
  Plan on(int count) {
    Plan plan = new Plan();
    plan.profiles = profiles;
    plan.modes = modes;
    plan.threads = List.of(threads);
    plan.clients = ClientOptions.processes(count * clients, rpcDelay);
    plan.rounds = rounds;
    plan.rows = rows;
    plan.regions = REGIONS;
    plan.warmUpThreads = WARM_UP_THREADS;
    plan.settlingSeconds = SETTLING_SECONDS * plan.clients.count();
    return plan;
  }
}
