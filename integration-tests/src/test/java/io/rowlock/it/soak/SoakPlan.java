package io.rowlock.it.soak;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIgnore;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.ClusterOptions;
import io.rowlock.bench.tpcc.population.Origin;
import io.rowlock.bench.tpcc.population.Scale;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The plan of a soak, as options of the command. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE)
final class SoakPlan {
  private static final double MOST_HOURS = 1_000;
  private static final double MILLIS_IN_MINUTE = 60_000;
  private static final double MINUTES_IN_HOUR = 60;
  private static final int ITEMS = 1_000;
  private static final int CUSTOMERS = 100;

  @Option(
      names = "--hours",
      paramLabel = "N",
      description = "How long clients work, such as 0.1 (default: ${DEFAULT-VALUE}).")
  double hours = 2;

  @Option(
      names = "--check-every",
      paramLabel = "MINUTES",
      description = "Between two checks of every row (default: ${DEFAULT-VALUE}).")
  double checkMinutes = 10;

  @Option(
      names = "--vacuum-every",
      paramLabel = "MINUTES",
      description =
          "Between two marks of a vacuum. What is marked is swept after an hour (default:"
              + " ${DEFAULT-VALUE}).")
  double vacuumMinutes = 20;

  @Option(
      names = "--strike-every",
      paramLabel = "SECONDS",
      description = "Between two strikes, on average; 0: none (default: ${DEFAULT-VALUE}).")
  int strikeSeconds = 20;

  @Option(
      names = "--sample-every",
      paramLabel = "SECONDS",
      description = "Between two lines of samples.csv (default: ${DEFAULT-VALUE}).")
  int sampleSeconds = 10;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description =
          "Client processes; the first one lasts, the others are killed (default:"
              + " ${DEFAULT-VALUE}).")
  int clients = 3;

  @Option(
      names = {"--threads", "-T"},
      paramLabel = "N",
      description = "Threads of a client, each a terminal (default: ${DEFAULT-VALUE}).")
  int threads = 2;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description =
          "Business transactions a second of a client, at most. The database, and so the time of a"
              + " check, grows with them (default: ${DEFAULT-VALUE}).")
  double rate = 10;

  @Option(
      names = {"--warehouses", "-w"},
      paramLabel = "N",
      description = "Warehouses, with few items and customers (default: ${DEFAULT-VALUE}).")
  int warehouses = 2;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description = "Region servers, without --conf (default: ${DEFAULT-VALUE}).")
  int regionServers = 3;

  @JsonIgnore
  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "Directory with the hbase-site.xml of a running HBase. Its servers are neither killed nor"
              + " suspended (default: an HBase of its own, servers in processes).")
  @Nullable Path conf;

  @JsonIgnore
  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "For servers, ledgers and logs; the files of an earlier soak are deleted (default:"
              + " ${DEFAULT-VALUE}).")
  Path directory = Path.of("target", "soak");

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of inputs and strikes (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  void check() {
    requirePositive("--hours", hours, MOST_HOURS);
    requirePositive("--check-every", checkMinutes, MOST_HOURS * MINUTES_IN_HOUR);
    requirePositive("--vacuum-every", vacuumMinutes, MOST_HOURS * MINUTES_IN_HOUR);
    Arguments.range("--strike-every", 0, 86_400, strikeSeconds);
    Arguments.range("--sample-every", 1, 3_600, sampleSeconds);
    Arguments.range("--clients", 1, 20, clients);
    Arguments.range("--threads", 1, 100, threads);
    requirePositive("--rate", rate, 100_000);
    Arguments.range("--warehouses", 1, 100, warehouses);
    Arguments.range("--region-servers", 1, 9, regionServers);
    if (conf != null) {
      ClusterOptions.checkConf(conf);
    }
  }

  private static void requirePositive(String option, double value, double most) {
    Arguments.require(
        value > 0 && value <= most,
        "%s must be more than 0 and at most %.0f, not %s".formatted(option, most, value));
  }

  Origin origin() {
    return Origin.of(new Scale(warehouses, ITEMS, CUSTOMERS), seed, System.currentTimeMillis());
  }

  Duration time() {
    return minutes(hours * MINUTES_IN_HOUR);
  }

  static Duration minutes(double minutes) {
    return Duration.ofMillis((long) (minutes * MILLIS_IN_MINUTE));
  }

  Duration samplePeriod() {
    return Duration.ofSeconds(sampleSeconds);
  }
}
