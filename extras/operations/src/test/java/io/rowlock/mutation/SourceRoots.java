package io.rowlock.mutation;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The directories of the main sources of core and of operations, in one checkout. */
public final class SourceRoots {

  private static final String CORE = "core/src/main/java";
  private static final String OPERATIONS = "extras/operations/src/main/java";

  private SourceRoots() {}

  /** Of the checkout that this JVM runs in, or that {@code -Drowlock.checkout} names. */
  public static List<Path> all() {
    Path root = Path.of(System.getProperty("rowlock.checkout", "")).toAbsolutePath();
    while (!Files.isDirectory(root.resolve(CORE))) {
      root = root.getParent();
      if (root == null) {
        throw new IllegalStateException("Not in a checkout, and -Drowlock.checkout names none");
      }
    }
    return List.of(root.resolve(CORE), root.resolve(OPERATIONS));
  }
}
