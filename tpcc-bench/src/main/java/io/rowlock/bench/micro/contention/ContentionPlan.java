package io.rowlock.bench.micro.contention;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.clients.ClientOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The plan of a run, as options of the command. */
@JsonAutoDetect(fieldVisibility = Visibility.NON_PRIVATE)
final class ContentionPlan {
  /** One thread and all threads, by three kinds; and the bank. */
  private static final int WINDOWS = 7;

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
    Arguments.range("--accounts", 2, 10_000, accounts);
    clients.check();
    windows.check();
  }

  long totalSeconds() {
    return windows.totalSeconds(WINDOWS);
  }
}
