package io.rowlock.janusgraphtests;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs suites on plain HBase and on Rowlock, each in a JVM of its own, and compares the outcomes.
 * Fails if a test that passes on plain HBase does not on Rowlock and no line of the list says why,
 * or if there is a line for a test that passes.
 */
final class JanusGraphTests {

  private static final String ROW = "%-36s %6s %8s";

  private final SuiteProcess process;
  private final Map<StorageMode, Differences> differences = new EnumMap<>(StorageMode.class);
  private boolean isComplete = true;

  private JanusGraphTests(SuiteProcess process) {
    this.process = process;
  }

  /**
   * Runs the suites. Exit statuses: 0 good, 1 usage error, 2 a suite did not end, 3 there are
   * unexplained differences, or needless explanations.
   *
   * @param arguments the directory of the module, the modes (if not all), and the suites to run (if
   *     not all)
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path module = Path.of(arguments[0]);
    List<String> suites = new ArrayList<>();
    List<StorageMode> modes = new ArrayList<>();
    for (String argument : List.of(arguments).subList(1, arguments.length)) {
      StorageMode.find(argument).ifPresentOrElse(modes::add, () -> suites.add(argument));
    }
    Set<String> known = Suites.all().keySet();
    if (!known.containsAll(suites)) {
      System.err.printf(
          "Known suites are %s, and modes %s, not all of %s%n",
          known, Arrays.toString(StorageMode.values()), suites);
      System.exit(1);
    }
    JanusGraphTests tests =
        new JanusGraphTests(
            new SuiteProcess(Files.createDirectories(module.resolve("target/logs"))));
    for (StorageMode mode : modes.isEmpty() ? List.of(StorageMode.values()) : modes) {
      if (mode != StorageMode.PLAIN) {
        tests.differences.put(mode, Differences.read(module.resolve("differences.txt"), mode));
      }
    }
    System.exit(tests.run(suites.isEmpty() ? List.copyOf(known) : suites));
  }

  private int run(List<String> suites) throws IOException, InterruptedException {
    System.out.printf(ROW + " %10s", "suite", "tests", "skipped", StorageMode.PLAIN);
    differences.keySet().forEach(mode -> System.out.printf(" %10s", mode));
    System.out.println();
    for (String suite : suites) {
      compare(suite);
    }
    boolean isGood = true;
    for (Differences found : differences.values()) {
      isGood &= found.end();
    }
    return isComplete ? (isGood ? 0 : 3) : 2;
  }

  /**
   * Runs a suite in all modes at once, each on tables of its own, and prints a row: of the others,
   * what passes on plain HBase too.
   */
  private void compare(String suite) throws IOException, InterruptedException {
    Set<StorageMode> modes = EnumSet.of(StorageMode.PLAIN);
    modes.addAll(differences.keySet());
    Map<StorageMode, Outcomes> outcomes = process.run(suite, modes);
    outcomes.forEach((mode, ended) -> checkEnd(suite, mode, ended));
    Outcomes plain = requireNonNull(outcomes.get(StorageMode.PLAIN));
    StringBuilder row =
        new StringBuilder(ROW.formatted(suite, plain.tests(), plain.skipped().size()))
            .append(" %10d".formatted(plain.passed().size()));
    for (Map.Entry<StorageMode, Differences> mode : differences.entrySet()) {
      Outcomes other = requireNonNull(outcomes.get(mode.getKey()));
      long both = plain.passed().stream().filter(other.passed()::contains).count();
      row.append(" %10d".formatted(both));
      for (String test : plain.passed()) {
        if (other.isComplete() || other.has(test)) {
          mode.getValue()
              .judge(suite + "." + test, other.passed().contains(test), other.whyNot(test));
        }
      }
    }
    System.out.println(row);
    plain
        .failures()
        .forEach(
            (test, why) -> System.out.printf("FAILS ON PLAIN HBASE %s.%s: %s%n", suite, test, why));
  }

  private void checkEnd(String suite, StorageMode mode, Outcomes outcomes) {
    if (!outcomes.isComplete()) {
      isComplete = false;
      System.out.printf(
          "NOT ENDED %s on %s, after %d tests: see %s%n",
          suite, mode, outcomes.tests(), process.logs(suite, mode));
    }
  }
}
