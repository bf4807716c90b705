package io.rowlock.local;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Properties;

/** Writes small files atomically: a reader sees the whole file, or none. */
final class WholeFiles {

  private WholeFiles() {}

  /** The content of a file. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream stream) throws IOException;
  }

  static void write(Path file, Content content) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    try (OutputStream stream = Files.newOutputStream(next)) {
      content.writeTo(stream);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static void write(Path file, Properties properties) throws IOException {
    write(file, stream -> properties.store(stream, null));
  }

  /** Reads properties; there are none if the file does not exist. */
  static Properties readProperties(Path file) throws IOException {
    Properties properties = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        properties.load(reader);
      }
    }
    return properties;
  }
}
