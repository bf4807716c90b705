package io.rowlock.clienttests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * What became of the methods of one class. A method that runs with several parameters has passed if
 * it has passed with each of them.
 *
 * @param failures the methods that have not passed, with the first reason
 */
record Outcomes(Map<String, String> failures, Map<String, String> passed) {

  static Outcomes read(Path file) throws IOException {
    Map<String, String> failures = new TreeMap<>();
    Map<String, String> passed = new TreeMap<>();
    boolean isComplete = false;
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split("\t", 3);
      if (parts[0].equals("END")) {
        isComplete = true;
      } else if (parts[0].equals("PASSED")) {
        passed.put(method(parts[1]), "");
      } else {
        failures.putIfAbsent(method(parts[1]), parts[0] + " " + parts[2]);
      }
    }
    passed.keySet().removeAll(failures.keySet());
    if (!isComplete) {
      failures.put("(the class)", "did not end");
    }
    return new Outcomes(failures, passed);
  }

  /** Returns the name without the parameters. */
  private static String method(String name) {
    int bracket = name.indexOf('[');
    return bracket < 0 ? name : name.substring(0, bracket);
  }
}
