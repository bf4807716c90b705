package io.rowlock.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The source of one top-level class of the library, or of its operations. */
record LibrarySource(Path root, Path file) {

  private static final String SUFFIX = ".java";

  /** The source of the class with a simple name, in whatever package. */
  static LibrarySource of(String type) throws IOException {
    List<LibrarySource> found = new ArrayList<>();
    for (Path root : SourceRoots.all()) {
      try (Stream<Path> files = Files.walk(root)) {
        files
            .filter(file -> file.endsWith(type + SUFFIX))
            .forEach(file -> found.add(new LibrarySource(root, file)));
      }
    }
    if (found.size() != 1) {
      throw new IllegalStateException("Must be exactly one class: " + type + ", not " + found);
    }
    return found.get(0);
  }

  /** The full name of the class. */
  String className() {
    String path = root.relativize(file).toString();
    return path.substring(0, path.length() - SUFFIX.length()).replace('/', '.');
  }

  String text() throws IOException {
    return Files.readString(file);
  }
}
