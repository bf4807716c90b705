package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Runs suites on plain HBase and on Rowlock, each in a JVM of its own, and compares the outcomes.
 * Fails if a test that passes on plain HBase does not on Rowlock and no line of the list says why,
 * or if there is a line for a test that passes.
 */
final class JanusGraphTests {

  private final Path logs;

  private JanusGraphTests(Path logs) {
    this.logs = logs;
  }

  /**
   * Runs the suites. Exit statuses: 0 good, 1 usage error, 2 the run failed, 3 there are
   * unexplained differences, or needless explanations.
   *
   * @param arguments the directory of the module, the mode, and the suites to run, if not all
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try {
      Path module = Path.of(arguments[0]);
      StorageMode mode = StorageMode.of(arguments.length < 2 ? "configured" : arguments[1]);
      Set<String> known = Suites.all().keySet();
      List<String> suites =
          List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
      if (!known.containsAll(suites)) {
        throw new IllegalArgumentException("Known suites are " + known + ", not all of " + suites);
      }
      Path logs = Files.createDirectories(module.resolve("target/logs"));
      Differences differences = Differences.read(module.resolve("differences.txt"), mode);
      System.exit(
          new JanusGraphTests(logs)
                  .compare(mode, suites.isEmpty() ? List.copyOf(known) : suites, differences)
              ? 0
              : 3);
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage());
      System.exit(1);
    }
  }

  private boolean compare(StorageMode mode, List<String> suites, Differences differences)
      throws IOException, InterruptedException {
    String row = "%-36s %6s %8s %8s %10s%n";
    System.out.printf(row, "suite", "tests", "skipped", "plain", mode.label());
    for (String suite : suites) {
      Outcomes plain = run(suite, StorageMode.PLAIN);
      Outcomes other = mode == StorageMode.PLAIN ? plain : run(suite, mode);
      long both = plain.passed().stream().filter(other.passed()::contains).count();
      System.out.printf(
          row, suite, plain.tests(), plain.skipped().size(), plain.passed().size(), both);
      plain.failures().forEach((test, why) -> print("FAILS ON PLAIN HBASE", suite, test, why));
      for (String test : plain.passed()) {
        differences.judge(suite + "." + test, other.passed().contains(test), other.whyNot(test));
      }
    }
    return differences.end();
  }

  private static void print(String what, String suite, String test, String why) {
    System.out.printf("%s %s.%s: %s%n", what, suite, test, why);
  }

  private Outcomes run(String suite, StorageMode mode) throws IOException, InterruptedException {
    Path outcomes = logs.resolve(suite + "-" + mode.label() + ".txt");
    Files.deleteIfExists(outcomes);
    Path log = logs.resolve(suite + "-" + mode.label() + ".log");
    List<String> command = new ArrayList<>(ChildJvm.command(OneSuite.class, log));
    command.add(1, "-D" + TestedStorage.MODE + "=" + mode.label());
    command.addAll(List.of(suite, outcomes.toString()));
    int status =
        new ProcessBuilder(command)
            .directory(logs.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start()
            .waitFor();
    if (status != 0) {
      throw new IOException(
          "%s on %s ended with status %d: see %s".formatted(suite, mode.label(), status, log));
    }
    return Outcomes.read(outcomes);
  }
}
