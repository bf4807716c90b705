package io.rowlock.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A change to the source of one class of the library.
 *
 * @param className the full name of a top-level class
 * @param find a piece of its source, that must be there exactly once
 * @param replacement what stands there instead
 */
public record SourcePatch(String className, String find, String replacement) {

  /** From the directory of any module of this build. */
  private static final Path SOURCES = Path.of("..", "core", "src", "main", "java");

  /** The whole source, changed. */
  String apply() throws IOException {
    Path file = SOURCES.resolve(className.replace('.', '/') + ".java").toAbsolutePath();
    return applyTo(Files.readString(file));
  }

  String applyTo(String source) {
    int first = source.indexOf(find);
    if (first < 0 || source.indexOf(find, first + 1) >= 0) {
      throw new IllegalStateException(
          "Must be in " + className + " exactly once; adapt the patch: " + find);
    }
    return source.replace(find, replacement);
  }
}
