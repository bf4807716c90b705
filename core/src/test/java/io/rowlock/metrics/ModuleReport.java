package io.rowlock.metrics;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Prints the spread of sizes in each module, tests included, and the circles of its packages. */
final class ModuleReport {

  private static final String ROW = "%-28s %6s %7s %7s %5s %8s %8s %5s %8s  %s%n";

  private final Checkout checkout;
  private final PrintStream out;

  ModuleReport(Checkout checkout, PrintStream out) {
    this.checkout = checkout;
    this.out = out;
  }

  void print() throws IOException {
    printSpread();
    out.println();
    checkout
        .modules()
        .forEach(
            (module, tree) ->
                out.printf(
                    "%s: %d packages, in circles %s%n",
                    module, tree.packages().size(), PackageCircles.in(tree)));
  }

  private void printSpread() throws IOException {
    out.printf(
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
    for (Path module : Checkout.modules(checkout.root())) {
      for (String kind : List.of("main", "test")) {
        Path sources = module.resolve("src").resolve(kind).resolve("java");
        if (Files.isDirectory(sources)) {
          print(checkout.root().relativize(module) + " " + kind, SourceTree.read(sources));
        }
      }
    }
  }

  private void print(String name, SourceTree tree) {
    Sizes files = tree.fileSizes();
    Sizes methods = tree.methodSizes();
    out.printf(
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
}
