package io.rowlock.clienttests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The file that names each method that does not pass through Rowlock, with the reason. */
final class Differences {

  private Differences() {}

  /**
   * Returns the reasons by {@code Class.method}. A line of the file consists of this name, a bar,
   * and the reason; lines that begin with # are comments.
   */
  static Map<String, String> read(Path file) throws IOException {
    Map<String, String> reasons = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.split("\\|", 2);
        if (parts.length < 2 || parts[1].isBlank()) {
          throw new IOException("A line without a reason in " + file + ": " + line);
        }
        if (reasons.put(parts[0].strip(), parts[1].strip()) != null) {
          throw new IOException("Two lines for one method in " + file + ": " + line);
        }
      }
    }
    return reasons;
  }
}
