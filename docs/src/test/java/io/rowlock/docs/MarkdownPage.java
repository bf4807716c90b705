package io.rowlock.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the documentation: what it links to, and what can be linked to in it. */
final class MarkdownPage {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern FENCE =
      Pattern.compile("^```.*?^```\\s*?$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern LINK = Pattern.compile("\\]\\(\\s*([^)\\s]+)\\s*\\)");
  private static final Pattern HEADING = Pattern.compile("^#{1,6} +(.*?)\\s*$", Pattern.MULTILINE);

  final Path path;
  final String text;

  private MarkdownPage(Path path, String text) {
    this.path = path;
    this.text = text;
  }

  static MarkdownPage read(Path path) throws IOException {
    return new MarkdownPage(path, Files.readString(path));
  }

  /** All of docs/, and the pages beside README.md. */
  static List<MarkdownPage> all() throws IOException {
    List<MarkdownPage> pages = new ArrayList<>();
    try (Stream<Path> beside = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      for (Path path : Stream.concat(beside, docs).filter(MarkdownPage::isPage).sorted().toList()) {
        pages.add(read(path));
      }
    }
    return pages;
  }

  private static boolean isPage(Path path) {
    return path.toString().endsWith(".md") && !path.toString().contains("/target/");
  }

  /** The links that do not leave the repository, without what stands in code. */
  List<String> localLinks() {
    return LINK.matcher(withoutCode())
        .results()
        .map(link -> link.group(1))
        .filter(link -> !link.matches("[a-z]+:.*"))
        .toList();
  }

  /** The first group of each place that a pattern finds. */
  List<String> blocks(Pattern pattern) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /** As the pages' usual viewers make them from headings. */
  Set<String> anchors() {
    Map<String, Integer> seen = new HashMap<>();
    Set<String> anchors = new HashSet<>();
    for (MatchResult heading : HEADING.matcher(withoutFences()).results().toList()) {
      String anchor = anchor(heading.group(1));
      int times = seen.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(times == 0 ? anchor : anchor + "-" + times);
    }
    return anchors;
  }

  private static String anchor(String heading) {
    return heading
        .replaceAll("\\]\\([^)]*\\)", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .replace(' ', '-');
  }

  private String withoutFences() {
    return FENCE.matcher(text).replaceAll("");
  }

  private String withoutCode() {
    return withoutFences().replaceAll("`[^`\n]*`", "");
  }

  @Override
  public String toString() {
    return ROOT.relativize(path).toString();
  }
}
