package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /**
   * Runs a suite in all the modes at once; after its time limit, or a crash, the outcomes are not
   * complete.
   */
  Map<StorageMode, Outcomes> run(String suite, Set<StorageMode> modes)
      throws IOException, InterruptedException {
    Map<StorageMode, Process> processes = new EnumMap<>(StorageMode.class);
    try {
      for (StorageMode mode : modes) {
        Files.deleteIfExists(outcomes(suite, mode));
        processes.put(mode, start(suite, mode));
      }
      await(suite, processes);
    } finally {
      processes.values().forEach(Process::destroyForcibly);
    }
    Map<StorageMode, Outcomes> outcomes = new EnumMap<>(StorageMode.class);
    for (StorageMode mode : modes) {
      outcomes.put(mode, Outcomes.read(outcomes(suite, mode)));
    }
    return outcomes;
  }

  private Path outcomes(String suite, StorageMode mode) {
    return logs.resolve(suite + "-" + mode + ".txt");
  }

  private Process start(String suite, StorageMode mode) throws IOException {
    Path log = log(suite, mode);
    List<String> command = new ArrayList<>(ChildJvm.command(OneSuite.class, log));
    command.add(1, "-D" + TestedStorage.MODE + "=" + mode);
    // TinkerPop's serialization of graphs looks into this package.
    command.add(1, "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED");
    command.addAll(List.of(suite, outcomes(suite, mode).toString()));
    return new ProcessBuilder(command)
        .directory(logs.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private void await(String suite, Map<StorageMode, Process> processes)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    for (Map.Entry<StorageMode, Process> mode : processes.entrySet()) {
      while (!mode.getValue().waitFor(BETWEEN_REPORTS.toSeconds(), TimeUnit.SECONDS)) {
        Duration passed = Duration.ofNanos(System.nanoTime() - start);
        System.err.printf(
            "%s on %s: %d tests in %d s%n",
            suite,
            mode.getKey(),
            Outcomes.read(outcomes(suite, mode.getKey())).tests(),
            passed.toSeconds());
        if (passed.compareTo(LIMIT) > 0) {
          return;
        }
      }
    }
  }
}
