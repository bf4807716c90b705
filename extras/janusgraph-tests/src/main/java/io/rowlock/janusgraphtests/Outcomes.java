package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What became of the tests of one suite. A method with several arguments has passed if it has
 * passed with each of them.
 *
 * @param skipped those that neither passed nor failed
 * @param failures the first reason of each method that has failed
 * @param isComplete whether the suite has ended
 */
record Outcomes(
    Set<String> passed, Set<String> skipped, Map<String, String> failures, boolean isComplete) {

  /** Reads the lines of {@link OneSuite}, from a file for each part. */
  static Outcomes read(List<Path> files) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : files) {
      lines.addAll(Files.exists(file) ? Files.readAllLines(file) : List.of());
    }
    boolean isComplete = Collections.frequency(lines, OneSuite.END) == files.size();
    Outcomes outcomes = new Outcomes(new TreeSet<>(), new TreeSet<>(), new TreeMap<>(), isComplete);
    for (String line : lines) {
      String[] parts = line.split("\t", 3);
      if (parts.length == 3) { // else the end, or a line that is being written
        outcomes.add(parts);
      }
    }
    outcomes.passed.removeAll(outcomes.failures.keySet());
    outcomes.skipped.removeAll(outcomes.failures.keySet());
    outcomes.skipped.removeAll(outcomes.passed);
    return outcomes;
  }

  private void add(String[] parts) {
    switch (parts[0]) {
      case "PASSED" -> passed.add(parts[1]);
      case "SKIPPED" -> skipped.add(parts[1]);
      default -> failures.putIfAbsent(parts[1], parts[2]);
    }
  }

  int tests() {
    return passed.size() + skipped.size() + failures.size();
  }

  boolean has(String method) {
    return passed.contains(method) || skipped.contains(method) || failures.containsKey(method);
  }

  /** Returns why the method has not passed. */
  String whyNot(String method) {
    return failures.getOrDefault(method, skipped.contains(method) ? "skipped" : "was not run");
  }
}
