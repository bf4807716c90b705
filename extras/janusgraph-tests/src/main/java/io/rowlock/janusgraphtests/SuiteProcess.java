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

/**
 * Runs the parts of a suite in JVMs of their own, and reports progress on the standard error
 * output.
 */
final class SuiteProcess {

  /** Far beyond what the longest suite should take. */
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

  /** Returns the files that the suite logs to. */
  List<Path> logs(String suite, StorageMode mode) {
    return Suites.parts(suite).stream().map(part -> log(suite, mode, part)).toList();
  }

  private Path log(String suite, StorageMode mode, Part part) {
    return logs.resolve(suite + "-" + mode + part + ".log");
  }

  /**
   * Runs a suite in all the modes and parts at once; after its time limit, or a crash, the outcomes
   * are not complete.
   */
  Map<StorageMode, Outcomes> run(String suite, Set<StorageMode> modes)
      throws IOException, InterruptedException {
    List<Part> parts = Suites.parts(suite);
    List<Process> processes = new ArrayList<>();
    try {
      for (StorageMode mode : modes) {
        for (Part part : parts) {
          Files.deleteIfExists(outcomes(suite, mode, part));
          processes.add(start(suite, mode, part));
        }
      }
      await(suite, modes, processes);
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    return outcomes(suite, modes);
  }

  private Map<StorageMode, Outcomes> outcomes(String suite, Set<StorageMode> modes)
      throws IOException {
    Map<StorageMode, Outcomes> outcomes = new EnumMap<>(StorageMode.class);
    for (StorageMode mode : modes) {
      List<Path> files = new ArrayList<>();
      for (Part part : Suites.parts(suite)) {
        files.add(outcomes(suite, mode, part));
      }
      outcomes.put(mode, Outcomes.read(files));
    }
    return outcomes;
  }

  private Path outcomes(String suite, StorageMode mode, Part part) {
    return logs.resolve(suite + "-" + mode + part + ".txt");
  }

  private Process start(String suite, StorageMode mode, Part part) throws IOException {
    Path log = log(suite, mode, part);
    List<String> command = new ArrayList<>(ChildJvm.command(OneSuite.class, log));
    command.add(1, "-D" + TestedStorage.MODE + "=" + mode);
    command.add(1, part.option());
    // TinkerPop's serialization of graphs looks into this package.
    command.add(1, "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED");
    command.addAll(List.of(suite, outcomes(suite, mode, part).toString()));
    return new ProcessBuilder(command)
        .directory(logs.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private void await(String suite, Set<StorageMode> modes, List<Process> processes)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    for (Process process : processes) {
      while (!process.waitFor(BETWEEN_REPORTS.toSeconds(), TimeUnit.SECONDS)) {
        Duration passed = Duration.ofNanos(System.nanoTime() - start);
        StringBuilder progress = new StringBuilder(suite);
        outcomes(suite, modes)
            .forEach((mode, some) -> progress.append(", %s %d".formatted(mode, some.tests())));
        System.err.printf("%s tests in %d s%n", progress, passed.toSeconds());
        if (passed.compareTo(LIMIT) > 0) {
          return;
        }
      }
    }
  }
}
