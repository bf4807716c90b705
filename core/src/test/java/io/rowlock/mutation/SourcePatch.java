package io.rowlock.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A change to the source of one class of the library.
 *
 * @param type the simple name of a top-level class, in whatever package; no other class has it
 * @param find a piece of its source, that must be there exactly once
 * @param replacement what stands there instead
 */
public record SourcePatch(String type, String find, String replacement) {

  /** From the directory of any module of this build. */
  private static final Path SOURCES = Path.of("..", "core", "src", "main", "java");

  private static final String SUFFIX = ".java";

  /** The full name of the class. */
  String className() throws IOException {
    String file = SOURCES.relativize(file()).toString();
    return file.substring(0, file.length() - SUFFIX.length()).replace('/', '.');
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      List<Path> found = files.filter(file -> file.endsWith(type + SUFFIX)).toList();
      if (found.size() != 1) {
        throw new IllegalStateException("Must be exactly one class: " + type + ", not " + found);
      }
      return found.get(0);
    }
  }

  /** The whole source, changed. */
  String apply() throws IOException {
    return applyTo(Files.readString(file()));
  }

  String applyTo(String source) {
    int first = source.indexOf(find);
    if (first < 0 || source.indexOf(find, first + 1) >= 0) {
      throw new IllegalStateException(
          "Must be in " + type + " exactly once; adapt the patch: " + find);
    }
    return source.replace(find, replacement);
  }
}
