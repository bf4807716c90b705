package io.rowlock.bench.micro.contention;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.clients.ClientOptions;
import io.rowlock.bench.micro.contention.Series.Kind;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The plan of a run, as options of the command. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE)
final class ContentionPlan {
  /** From so many accounts an audit is a long reader. */
  static final int LONG_AUDIT = 10_000;

  @Option(
      names = "--part",
      split = ",",
      paramLabel = "PART",
      defaultValue = "counters,bank",
      description = "Parts to run (default: ${DEFAULT-VALUE}).")
  Set<ContentionPart> parts = Set.of();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads of a client that increment one row (default: ${DEFAULT-VALUE}).")
  int threads = 64;

  @Option(
      names = "--transfer-threads",
      paramLabel = "N",
      description =
          "Threads of a client that transfer beside the audits (default: ${DEFAULT-VALUE}).")
  int transferThreads = 16;

  @Option(
      names = "--accounts",
      paramLabel = "N",
      description = "Accounts, in four regions (default: ${DEFAULT-VALUE}).")
  int accounts = 100;

  @Mixin @JsonUnwrapped ClientOptions clients = new ClientOptions();

  @Mixin @JsonUnwrapped Rounds windows = new Rounds(20, 5, 3);

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  void check() {
    Arguments.range("--threads", 2, 10_000, threads);
    Arguments.range("--transfer-threads", 1, 10_000, transferThreads);
    Arguments.range("--accounts", 2, 1_000_000, accounts);
    clients.check();
    windows.check();
  }

  /** The work of all windows of a round. */
  List<Series> series() {
    return parts.stream()
        .sorted()
        .flatMap(part -> part == ContentionPart.COUNTERS ? counters() : bank())
        .toList();
  }

  private Stream<Series> counters() {
    return Stream.of(Kind.READ_MODIFY_WRITE, Kind.BLIND, Kind.RAW)
        .map(kind -> new Series(kind, clients.count(), threads))
        .flatMap(many -> Stream.of(many.alone(), many));
  }

  private Stream<Series> bank() {
    return Stream.of(Kind.TRANSFERS_ALONE, Kind.TRANSFERS, Kind.TRANSFERS_BESIDE_UNVALIDATED)
        .map(kind -> new Series(kind, clients.count(), transferThreads));
  }

  long totalSeconds() {
    return windows.totalSeconds(series().size());
  }
}
