package io.rowlock.coverage;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jacoco.core.analysis.IClassCoverage;
import org.jacoco.core.analysis.ICounter;
import org.jacoco.core.analysis.IMethodCoverage;

/**
 * Reports which branches have been taken, package by package with those below it, and which were
 * left over, line by line.
 */
public final class CoverageReport {

  private static final double ENOUGH = 97;

  private final List<Branches> lines = new ArrayList<>();
  private final Map<Path, List<String>> sources = new HashMap<>();
  private final List<String> packages;
  private final List<Argument> arguments;

  /**
   * Creates a report of classes.
   *
   * @param measured one class of each package that was measured with the packages below it
   * @param roots the directories of the sources
   * @param arguments why branches are left over
   */
  public CoverageReport(
      Collection<IClassCoverage> classes,
      List<Class<?>> measured,
      List<Path> roots,
      List<Argument> arguments)
      throws IOException {
    this.packages = measured.stream().map(Class::getPackageName).toList();
    this.arguments = arguments;
    for (IClassCoverage one : classes) {
      for (IMethodCoverage method : one.getMethods()) {
        add(one, method, sourceOf(one, roots));
      }
    }
  }

  private static Path sourceOf(IClassCoverage one, List<Path> roots) {
    String name = one.getPackageName() + "/" + one.getSourceFileName();
    return roots.stream()
        .map(root -> root.resolve(name))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("No source: " + name));
  }

  private void add(IClassCoverage one, IMethodCoverage method, Path source) throws IOException {
    String packageName = one.getPackageName().replace('/', '.');
    String type = one.getName().substring(packageName.length() + 1);
    for (int line = method.getFirstLine(); line <= method.getLastLine(); line++) {
      ICounter counter = method.getLine(line).getBranchCounter();
      if (counter.getTotalCount() > 0) {
        lines.add(
            new Branches(
                packageName,
                type,
                method.getName(),
                line,
                textOf(source, line),
                counter.getMissedCount(),
                counter.getTotalCount()));
      }
    }
  }

  private String textOf(Path source, int line) throws IOException {
    List<String> known = sources.get(source);
    if (known == null) {
      known = Files.readAllLines(source);
      sources.put(source, known);
    }
    return known.get(line - 1).strip();
  }

  /**
   * Prints the report.
   *
   * @return whether enough branches of each package were taken, and every argument is about one
   *     that was not, or may not be
   */
  public boolean print(PrintWriter out) {
    boolean isEnough = true;
    for (String name : packages) {
      isEnough &= print(name, out);
    }
    List<Argument> idle = arguments.stream().filter(one -> one.isIdle(lines)).toList();
    idle.forEach(one -> out.printf("argued, but taken or gone: %s  %s%n", one.type(), one.text()));
    out.flush();
    return isEnough && idle.isEmpty();
  }

  private boolean print(String packageName, PrintWriter out) {
    List<Branches> mine =
        lines.stream()
            .filter(one -> (one.packageName() + ".").startsWith(packageName + "."))
            .toList();
    int total = mine.stream().mapToInt(Branches::total).sum();
    int missed = mine.stream().mapToInt(Branches::missed).sum();
    List<Branches> open =
        mine.stream().filter(one -> one.missed() > 0).filter(one -> !isArgued(one)).toList();
    double percent = 100.0 * (total - missed) / total;
    out.printf(
        Locale.ROOT,
        "%s: %d of %d branches taken, %.2f %%; %d left over, of which %d argued%n",
        packageName,
        total - missed,
        total,
        percent,
        missed,
        missed - open.stream().mapToInt(Branches::missed).sum());
    open.forEach(one -> out.printf("  %s%n", one));
    return percent >= ENOUGH;
  }

  private boolean isArgued(Branches branches) {
    return arguments.stream().anyMatch(one -> one.isAbout(branches));
  }
}
