package io.rowlock.clienttests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What became of the methods of one class. A method that runs with several parameters has passed if
 * it has passed with each of them.
 *
 * @param failures the first reason of each method that has not passed
 */
record Outcomes(Map<String, String> failures, Set<String> passed) {

  /** Reads the lines of {@link OneClass}. */
  static Outcomes read(Path file) throws IOException {
    Map<String, String> failures = new TreeMap<>();
    Set<String> passed = new TreeSet<>();
    boolean isComplete = false;
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split("\t", 3);
      if (parts[0].equals("END")) {
        isComplete = true;
      } else if (parts[0].equals("PASSED")) {
        passed.add(method(parts[1]));
      } else {
        failures.putIfAbsent(method(parts[1]), parts[0] + " " + parts[2]);
      }
    }
    passed.removeAll(failures.keySet());
    if (!isComplete) {
      throw new IOException("The tests did not end: see " + file.getFileName());
    }
    return new Outcomes(failures, passed);
  }

  /** Returns the name without the parameters. */
  static String method(String name) {
    int bracket = name.indexOf('[');
    return bracket < 0 ? name : name.substring(0, bracket);
  }

  int methods() {
    return failures.size() + passed.size();
  }

  /** Returns why the method has not passed. */
  String whyNot(String method) {
    return failures.getOrDefault(method, "was not run");
  }
}
