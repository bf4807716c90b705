package io.rowlock.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A part of a compiled source that a page shows: what stands between {@code // snippet: name} and
 * {@code // end}.
 *
 * @param before what the source has in front of it
 * @param text moved to the left margin
 */
record Region(Path source, String name, String before, String text) {

  private static final Pattern REGION =
      Pattern.compile("^ *// snippet: (\\w+)\n(.*?)^ *// end$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern METHOD =
      Pattern.compile(
          "^(?:static |public |private |final )*[\\w<>\\[\\], ?]+ (\\w+)\\([^;=]*?\\{",
          Pattern.MULTILINE);

  /** Those of all sources of this module. */
  static List<Region> all() throws IOException {
    List<Region> regions = new ArrayList<>();
    for (Path source : sources()) {
      String code = Files.readString(source);
      for (MatchResult found : REGION.matcher(code).results().toList()) {
        regions.add(of(source, code, found));
      }
    }
    return regions;
  }

  static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static Region of(Path source, String code, MatchResult found) {
    String text = found.group(2).stripTrailing().stripIndent().strip() + "\n";
    return new Region(source, found.group(1), code.substring(0, found.start()), text);
  }

  /** Whether it lies in the body of a test, and so runs with it. */
  boolean isInTest() {
    int test = before.lastIndexOf("\n  @Test\n");
    return test >= 0 && !before.substring(test).contains("\n  }\n");
  }

  /** The methods that are declared in it, private ones of its own aside. */
  Set<String> methods() {
    Set<String> methods = new TreeSet<>();
    for (String indent : new String[] {"", "  "}) {
      METHOD
          .matcher(text.indent(-indent.length()))
          .results()
          .map(method -> method.group(1))
          .forEach(methods::add);
    }
    return methods;
  }

  @Override
  public String toString() {
    return source + ", " + name;
  }
}
