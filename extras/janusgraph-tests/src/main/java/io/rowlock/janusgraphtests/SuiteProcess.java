package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a suite in a JVM of its own, and reports progress on the standard error output. */
final class SuiteProcess {

  /** Far beyond what JanusGraphTest, the longest one, should take. */
  private static final Duration LIMIT = Duration.ofHours(2);

  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(30);

  private final Path logs;

  /**
   * Creates it.
   *
   * @param logs the directory for outcomes and logs
   */
  SuiteProcess(Path logs) {
    this.logs = logs;
  }

  /** Returns the file that the suite logs to. */
  Path log(String suite, StorageMode mode) {
    return logs.resolve(suite + "-" + mode + ".log");
  }

  /** Runs a suite; after its time limit, or a crash, the outcomes are not complete. */
  Outcomes run(String suite, StorageMode mode) throws IOException, InterruptedException {
    Path outcomes = logs.resolve(suite + "-" + mode + ".txt");
    Files.deleteIfExists(outcomes);
    Path log = log(suite, mode);
    List<String> command = new ArrayList<>(ChildJvm.command(OneSuite.class, log));
    command.add(1, "-D" + TestedStorage.MODE + "=" + mode);
    // TinkerPop's serialization of graphs looks into this package.
    command.add(1, "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED");
    command.addAll(List.of(suite, outcomes.toString()));
    Process process =
        new ProcessBuilder(command)
            .directory(logs.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    try {
      await(process, suite + " on " + mode, outcomes);
    } finally {
      process.destroyForcibly();
    }
    return Outcomes.read(outcomes);
  }

  private static void await(Process process, String what, Path outcomes)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!process.waitFor(BETWEEN_REPORTS.toSeconds(), TimeUnit.SECONDS)) {
      Duration passed = Duration.ofNanos(System.nanoTime() - start);
      System.err.printf(
          "%s: %d tests in %d s%n", what, Outcomes.read(outcomes).tests(), passed.toSeconds());
      if (passed.compareTo(LIMIT) > 0) {
        return;
      }
    }
  }
}
