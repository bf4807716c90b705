package io.rowlock.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Prints the size, the package circles and the English of a checkout of this project. */
public final class CodeMetrics {

  private static final String ROW = "%-28s %6s %7s %7s %5s %8s %8s %5s %8s  %s%n";

  private CodeMetrics() {}

  /**
   * Prints the metrics.
   *
   * @param arguments the root of the checkout
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("Usage: CodeMetrics ROOT");
      System.exit(2);
    }
    Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
    printModules(root);
    printPackages(root);
    printEnglish(root);
    printCommitPaths();
  }

  /** Prints the paths of the library that runs, whatever the checkout. */
  private static void printCommitPaths() throws IOException {
    for (boolean inOneRegion : List.of(true, false)) {
      List<String> classes = CommitPath.classes(inOneRegion);
      System.out.printf(
          "%n%s: %d classes from TransactionManager.run to the store: %s%n",
          inOneRegion ? "region commit" : "commit row by row", classes.size(), classes);
    }
  }

  private static void printModules(Path root) throws IOException {
    System.out.printf(
        ROW,
        "module",
        "files",
        "lines",
        "median",
        "p90",
        "largest",
        "methods",
        "p90",
        "longest",
        "largest file, longest method");
    for (Path module : modules(root)) {
      for (String kind : List.of("main", "test")) {
        Path sources = module.resolve("src").resolve(kind).resolve("java");
        if (Files.isDirectory(sources)) {
          print(root.relativize(module) + " " + kind, SourceTree.read(sources));
        }
      }
    }
  }

  private static void print(String name, SourceTree tree) {
    Sizes files = tree.fileSizes();
    Sizes methods = tree.methodSizes();
    System.out.printf(
        ROW,
        name,
        files.count(),
        files.sum(),
        files.quantile(0.5),
        files.quantile(0.9),
        files.largest(),
        methods.count(),
        methods.quantile(0.9),
        methods.largest(),
        files.nameOfLargest() + ", " + methods.nameOfLargest());
  }

  private static void printPackages(Path root) throws IOException {
    System.out.println();
    for (Path module : modules(root)) {
      Path sources = module.resolve("src/main/java");
      if (Files.isDirectory(sources)) {
        SourceTree tree = SourceTree.read(sources);
        System.out.printf(
            "%s: %d packages, in circles %s, public types %d, of which internal %d%n",
            root.relativize(module),
            tree.packages().size(),
            PackageCircles.in(tree),
            tree.publicTypes(name -> true),
            tree.publicTypes(name -> name.contains(".internal")));
      }
    }
  }

  private static void printEnglish(Path root) throws IOException {
    EnglishMetrics javadoc = new EnglishMetrics();
    EnglishMetrics markdown = new EnglishMetrics();
    for (Path file : files(root)) {
      String text = Files.readString(file);
      if (file.toString().endsWith(".java")) {
        Prose.javadocOf(text).forEach(javadoc::add);
      } else {
        Prose.paragraphsOf(text).forEach(markdown::add);
      }
    }
    System.out.println();
    print("Javadoc blocks", javadoc);
    print("Markdown paragraphs", markdown);
  }

  private static void print(String what, EnglishMetrics metrics) {
    System.out.printf(
        Locale.ROOT,
        "%s: %d, with who, whoever, whom, somebody, nobody %.1f %%, with any discouraged word %.1f %%%n",
        what,
        metrics.count(),
        metrics.percentWithPersons(),
        metrics.percentWithAny());
  }

  private static List<Path> files(Path root) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(file -> isProse(root.relativize(file).toString())).sorted().toList();
    }
  }

  private static boolean isProse(String file) {
    boolean isBuilt = file.contains("target/") || file.startsWith(".");
    return !isBuilt && (file.endsWith(".java") || file.endsWith(".md"));
  }

  private static List<Path> modules(Path root) throws IOException {
    List<Path> modules = new ArrayList<>();
    try (Stream<Path> all = Files.walk(root, 3)) {
      all.filter(file -> file.getFileName().toString().equals("pom.xml"))
          .map(Path::getParent)
          .filter(module -> Files.isDirectory(module.resolve("src")))
          .sorted()
          .forEach(modules::add);
    }
    return modules;
  }
}
