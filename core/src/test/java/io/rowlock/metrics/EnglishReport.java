package io.rowlock.metrics;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Prints how often the Javadoc and the pages of a checkout contain discouraged words. */
final class EnglishReport {

  private final Path root;
  private final PrintStream out;

  EnglishReport(Path root, PrintStream out) {
    this.root = root;
    this.out = out;
  }

  void print() throws IOException {
    EnglishMetrics javadoc = new EnglishMetrics();
    EnglishMetrics markdown = new EnglishMetrics();
    for (Path file : files()) {
      String text = Files.readString(file);
      if (file.toString().endsWith(".java")) {
        Prose.javadocOf(text).forEach(javadoc::add);
      } else {
        Prose.paragraphsOf(text).forEach(markdown::add);
      }
    }
    out.println();
    print("Javadoc blocks", javadoc);
    print("Markdown paragraphs", markdown);
  }

  private void print(String what, EnglishMetrics metrics) {
    out.printf(
        Locale.ROOT,
        "%s: %d, with who, whoever, whom, somebody, nobody %.1f %%, with any discouraged word %.1f %%%n",
        what,
        metrics.count(),
        metrics.percentWithPersons(),
        metrics.percentWithAny());
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> isProse(root.relativize(file).toString())).sorted().toList();
    }
  }

  private static boolean isProse(String file) {
    boolean isBuilt = file.contains("target/") || file.startsWith(".");
    return !isBuilt && (file.endsWith(".java") || file.endsWith(".md"));
  }
}
