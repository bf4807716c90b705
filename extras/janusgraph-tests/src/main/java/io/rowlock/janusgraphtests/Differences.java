package io.rowlock.janusgraphtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The tests that pass on plain HBase and not on Rowlock, and the list that explains them. */
final class Differences {

  private final Map<String, String> reasons;
  private final Map<String, String> unexplained = new TreeMap<>();
  private final Set<String> needless = new TreeSet<>();

  private Differences(Map<String, String> reasons) {
    this.reasons = reasons;
  }

  /**
   * Reads the list. A line consists of a mode, {@code Suite.method}, a bar, and the reason; lines
   * that begin with # are comments.
   */
  static Differences read(Path file, StorageMode mode) throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    String prefix = mode.label() + " ";
    for (String line : Files.readAllLines(file)) {
      String[] parts = line.split("\\|", 2);
      if (!line.isBlank() && !line.startsWith("#") && (parts.length < 2 || parts[1].isBlank())) {
        throw new IOException("A line without a reason in " + file + ": " + line);
      }
      if (line.startsWith(prefix)) {
        reasons.put(parts[0].substring(prefix.length()).strip(), parts[1].strip());
      }
    }
    return new Differences(reasons);
  }

  /** Adds a test that passes on plain HBase. */
  void judge(String test, boolean passes, String whyNot) {
    boolean isExplained = reasons.containsKey(test);
    if (passes && isExplained) {
      needless.add(test);
    } else if (!passes && !isExplained) {
      unexplained.put(test, whyNot);
    }
  }

  /**
   * Prints what is wrong.
   *
   * @return whether each difference has a reason, and each reason a difference
   */
  boolean end() {
    unexplained.forEach((test, why) -> System.out.println("UNEXPLAINED " + test + ": " + why));
    needless.forEach(test -> System.out.println("NEEDLESS LINE for " + test));
    return unexplained.isEmpty() && needless.isEmpty();
  }
}
