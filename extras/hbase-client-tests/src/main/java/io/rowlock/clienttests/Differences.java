package io.rowlock.clienttests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The file that names each method that does not pass through Rowlock, with the reason.
 *
 * @param reasons by {@code Class.method}
 * @param waiting the methods among them that wait forever for a call that was refused
 */
record Differences(Map<String, String> reasons, Set<String> waiting) {

  private static final String WAITS = "waits forever";

  /**
   * Reads the file. A line consists of the name {@code Class.method}, a bar, and the beginning of
   * the row of the documentation that describes the difference; then perhaps another bar, and the
   * words "waits forever". Lines that begin with # are comments.
   *
   * @param page the documentation
   * @param classes that may occur
   * @throws IOException if a line names no such class, or no such row
   */
  static Differences read(Path file, Path page, Collection<String> classes) throws IOException {
    String rows = Files.readString(page);
    Differences read = new Differences(new TreeMap<>(), new TreeSet<>());
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        read.add(line, rows, classes);
      }
    }
    return read;
  }

  private void add(String line, String rows, Collection<String> classes) throws IOException {
    String[] parts = line.split("\\|", 3);
    String method = parts[0].strip();
    String reason = parts.length < 2 ? "" : parts[1].strip();
    require(classes.contains(method.split("\\.", 2)[0]), "names no class that is run", line);
    require(!reason.isEmpty(), "has no reason", line);
    require(rows.contains("\n| " + reason), "names no row of the documentation", line);
    require(reasons.put(method, reason) == null, "is the second for its method", line);
    if (parts.length > 2) {
      require(parts[2].strip().equals(WAITS), "does not end with '" + WAITS + "'", line);
      waiting.add(method);
    }
  }

  /** Returns the methods of a class that wait forever. */
  Set<String> waitingOf(String name) {
    Set<String> methods = new TreeSet<>();
    for (String method : waiting) {
      if (method.startsWith(name + ".")) {
        methods.add(method.substring(name.length() + 1));
      }
    }
    return methods;
  }

  private static void require(boolean isGood, String what, String line) throws IOException {
    if (!isGood) {
      throw new IOException("A line of the list of differences " + what + ": " + line);
    }
  }
}
