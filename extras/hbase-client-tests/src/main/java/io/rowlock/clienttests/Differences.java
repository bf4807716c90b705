package io.rowlock.clienttests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The file that names each method that does not pass through Rowlock, with the reason. */
final class Differences {

  private Differences() {}

  /**
   * Returns the reasons by {@code Class.method}. A line of the file consists of this name, a bar,
   * and the beginning of the row of the documentation that describes the difference; lines that
   * begin with # are comments.
   *
   * @param page the documentation
   * @param classes that may occur
   * @throws IOException if a line names no such class, or no such row
   */
  static Map<String, String> read(Path file, Path page, Collection<String> classes)
      throws IOException {
    String rows = Files.readString(page);
    Map<String, String> reasons = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split("\\|", 2);
        String method = parts[0].strip();
        String reason = parts.length < 2 ? "" : parts[1].strip();
        require(classes.contains(method.split("\\.", 2)[0]), "names no class that is run", line);
        require(!reason.isEmpty(), "has no reason", line);
        require(rows.contains("\n| " + reason), "names no row of " + page.getFileName(), line);
        require(reasons.put(method, reason) == null, "is the second for its method", line);
      }
    }
    return reasons;
  }

  private static void require(boolean isGood, String what, String line) throws IOException {
    if (!isGood) {
      throw new IOException("A line of the list of differences " + what + ": " + line);
    }
  }
}
