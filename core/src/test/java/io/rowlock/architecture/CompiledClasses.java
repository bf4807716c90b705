package io.rowlock.architecture;

import io.rowlock.TransactionManager;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory of class files, read with the JDK's own tools. Class files show what source hides:
 * imports by wildcard, fully qualified names, method references.
 */
record CompiledClasses(Path directory) {

  private static final Pattern DEPENDENCY = Pattern.compile("(?m)^ +(\\S+) +-> (\\S+)");
  private static final Pattern METHOD =
      Pattern.compile(
          "^Classfile (.*)\\.class$"
              + "|= (?:Interface)?Methodref +\\S+ +// ([^.\\s]+)\\.\"?([^\":\\s]+)\"?:",
          Pattern.MULTILINE);

  /** One class using another; both by their binary names. */
  record Use(String user, String used) implements Comparable<Use> {

    @Override
    public int compareTo(Use other) {
      return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
      return user + " -> " + used;
    }
  }

  /** Returns which class uses which other one, in code or in a signature. */
  Set<Use> dependencies() {
    List<String> arguments = List.of("-verbose:class", "-filter:none", directory.toString());
    return matches(DEPENDENCY, run("jdeps", arguments)).stream()
        .map(match -> new Use(match.group(1), match.group(2)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns which class of a package, or of one below it, calls or refers to which method, as
   * {@code java.lang.Thread.start}.
   */
  Set<Use> calls(String packageName) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-v", "-p"));
    arguments.addAll(classFiles(packageName));
    Set<Use> calls = new TreeSet<>();
    String caller = "";
    for (MatchResult match : matches(METHOD, run("javap", arguments))) {
      if (match.group(1) != null) {
        caller = directory.relativize(Path.of(match.group(1))).toString().replace('/', '.');
      } else {
        calls.add(new Use(caller, match.group(2).replace('/', '.') + "." + match.group(3)));
      }
    }
    return calls;
  }

  private List<String> classFiles(String packageName) throws IOException {
    Path packageDirectory = directory.resolve(packageName.replace('.', '/'));
    try (Stream<Path> files = Files.walk(packageDirectory)) {
      return files.map(Path::toString).filter(file -> file.endsWith(".class")).sorted().toList();
    }
  }

  private static List<MatchResult> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  private static String run(String tool, List<String> arguments) {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out);
    int status =
        ToolProvider.findFirst(tool)
            .orElseThrow(() -> new IllegalStateException("This JDK has no " + tool))
            .run(writer, writer, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IllegalStateException(tool + " " + arguments + " failed: " + out);
    }
    return out.toString();
  }

  /** Compiles a source against core's main classes, for tests of the checks themselves. */
  static CompiledClasses compile(Path directory, String source) throws IOException {
    Path file = Files.writeString(directory.resolve("Planted.java"), source);
    String classPath = main().directory().toString();
    run(
        "javac",
        List.of("-proc:none", "-d", directory.toString(), "-cp", classPath, file.toString()));
    return new CompiledClasses(directory);
  }

  /** Returns core's main classes. */
  static CompiledClasses main() {
    return of(TransactionManager.class);
  }

  /** Returns the classes of the module that contains a class. */
  static CompiledClasses of(Class<?> one) {
    URL location = one.getProtectionDomain().getCodeSource().getLocation();
    return new CompiledClasses(Path.of(URI.create(location.toString())));
  }
}
