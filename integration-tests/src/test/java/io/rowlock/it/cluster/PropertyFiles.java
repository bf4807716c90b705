package io.rowlock.it.cluster;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/** Small files that are there as a whole, or not at all. */
final class PropertyFiles {

  private PropertyFiles() {}

  /** Empty when there is no such file. */
  static Properties read(Path file) throws IOException {
    Properties properties = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
    }
    return properties;
  }

  static void write(Path file, Properties properties) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (Writer writer = Files.newBufferedWriter(next)) {
      properties.store(writer, null);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
