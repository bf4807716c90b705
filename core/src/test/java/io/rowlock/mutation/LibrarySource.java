package io.rowlock.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The source of one top-level class of the library. */
record LibrarySource(Path file) {

  /** From the directory of any module of this build. */
  private static final Path SOURCES = Path.of("..", "core", "src", "main", "java");

  private static final String SUFFIX = ".java";

  /** The source of the class with a simple name, in whatever package. */
  static LibrarySource of(String type) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> found = files.filter(file -> file.endsWith(type + SUFFIX)).toList();
      if (found.size() != 1) {
        throw new IllegalStateException("Must be exactly one class: " + type + ", not " + found);
      }
      return new LibrarySource(found.get(0));
    }
  }

  /** The full name of the class. */
  String className() {
    String path = SOURCES.relativize(file).toString();
    return path.substring(0, path.length() - SUFFIX.length()).replace('/', '.');
  }

  String text() throws IOException {
    return Files.readString(file);
  }
}
