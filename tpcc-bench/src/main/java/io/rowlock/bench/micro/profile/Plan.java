package io.rowlock.bench.micro.profile;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.RetryPolicy;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.clients.ClientOptions;
import io.rowlock.bench.micro.profile.Operations.RowChooser;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The plan of a run, as options of the command; {@link #check} completes it. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE)
final class Plan {
  private static final int ATTEMPTS_OF_HOT_ROWS = 10;

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
      defaultValue = "raw,raw-batched,tx,tx-batched",
      description = "Modes to run (default: ${DEFAULT-VALUE}).")
  List<Mode> modes = List.of();

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      defaultValue = "1,8,32",
      description = "Thread counts of each client (default: ${DEFAULT-VALUE}).")
  List<Integer> threads = List.of();

  @Mixin @JsonUnwrapped ClientOptions clients = new ClientOptions();

  @Mixin @JsonUnwrapped Rounds rounds = new Rounds(30, 3, 8);

  @Option(
      names = "--hot",
      paramLabel = "N",
      description = "Take both written rows from N hot rows (default: from all rows).")
  @Nullable Integer hot;

  @Option(
      names = "--skew",
      paramLabel = "EXPONENT",
      description =
          "Choose the rows written by Zipf's law with this exponent, below 1 (default:"
              + " ${DEFAULT-VALUE}, which is uniform).")
  double skew;

  @Option(
      names = "--attempts",
      paramLabel = "N",
      description =
          "Attempts of a transaction at most, in every mode that can lose (default: 10 with --hot,"
              + " else as many as fit into 30 s).")
  @Nullable Integer attempts;

  @Option(names = "--colocated", description = "All rows in one region (default: in 4 regions).")
  boolean colocated;

  @Option(
      names = "--peers",
      description =
          "Also run other transaction layers: haeinsa, omid and omid-low-latency. Omid is fetched"
              + " from Maven Central the first time.")
  private boolean peers;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of the table (default: ${DEFAULT-VALUE}).")
  int rows = 100_000;

  /** Threads of a client during the warm-up, at least. */
  @JsonIgnore int warmUpThreads = 1;

  /** How long each series runs as it is measured, before it is. */
  @JsonIgnore int settlingSeconds = 1;

  /** Unless all rows are in one. */
  int regions = 4;

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  void check() {
    profiles = Arguments.distinct("--profile", profiles);
    Stream<Mode> more = peers ? Mode.PEERS.stream() : Stream.of();
    modes = Arguments.distinct("--mode", Stream.concat(modes.stream(), more).toList());
    threads = Arguments.distinct("--threads", threads);
    Arguments.range("--threads", 1, 10_000, threads);
    clients.check();
    Arguments.require(
        !clients.areProcesses() || Collections.disjoint(modes, Mode.PEERS),
        "--clients is for plain HBase and Rowlock, not for " + Mode.PEERS);
    rounds.check();
    Arguments.range("--rows", 8, 99_999_999, rows);
    Arguments.require(skew >= 0 && skew < 1, "--skew must be at least 0 and below 1, not " + skew);
    Arguments.require(skew == 0 || hot == null, "Only one of --skew and --hot can be given");
    if (hot != null) {
      Arguments.require(hot >= 2, "--hot must be at least 2, as two rows are written: " + hot);
      Arguments.require(hot <= rows, "--hot must not exceed the table's " + rows + " rows");
      attempts = attempts == null ? Integer.valueOf(ATTEMPTS_OF_HOT_ROWS) : attempts;
    }
    Arguments.require(
        attempts == null || attempts >= 1, "--attempts must be at least 1, not " + attempts);
  }

  int regions() {
    return colocated ? 1 : regions;
  }

  /** Chooses the rows of transactions of a profile. */
  RowChooser rowChooser(Profile profile) {
    return new RowChooser(rows, hot, skew, profile.spansRegions() ? regions() : 1);
  }

  /** The default one, with the limit of attempts. */
  RetryPolicy retryPolicy() {
    return attempts == null
        ? RetryPolicy.ofDefaults()
        : RetryPolicy.builder().maxAttempts(attempts).build();
  }

  /** Threads of the warm-up. */
  int mostThreads() {
    return Collections.max(threads);
  }

  /** The seconds that each point settles before its first round, after a change of threads. */
  int settlingSeconds() {
    return rounds.warmupSeconds() == 0 ? 0 : settlingSeconds;
  }

  /** Seconds of all windows, measured and warm-up. */
  long totalSeconds() {
    long warmed = (long) profiles.size() * modes.size();
    long measured = settlingSeconds() + (long) rounds.count() * rounds.timeSeconds();
    return warmed * (rounds.warmupSeconds() + threads.size() * measured);
  }

  @Override
  public String toString() {
    String windows =
        "%s, threads %s, %d rounds of %d s, warm-up %d s a profile and mode, %d s in all"
            .formatted(
                clients,
                threads,
                rounds.count(),
                rounds.timeSeconds(),
                rounds.warmupSeconds(),
                totalSeconds());
    String choices =
        "%d rows in %s, rows written from %s, attempts of a transaction: %s, seed %d"
            .formatted(
                rows,
                colocated ? "1 region" : regions() + " regions",
                written(),
                attempts == null ? "as many as fit into 30 s" : attempts + " at most",
                rounds.seed());
    return "Profiles %s, modes %s%n%s%n%s".formatted(profiles, modes, windows, choices);
  }

  private String written() {
    if (hot != null) {
      return hot + " hot ones";
    }
    return skew == 0 ? "all" : "all by Zipf's law with exponent " + skew;
  }
}
