package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No link of the documentation leads nowhere, and its index leads to every page. */
class LinksTest {

  private static final Pattern MENTION = Pattern.compile("docs/[\\w/-]+\\.md");

  @Test
  void everyLinkLeadsToAFileAndAHeadingThatAreThere() throws IOException {
    List<String> broken = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      for (String link : page.localLinks()) {
        if (!leadsSomewhere(page, link)) {
          broken.add(page + ": " + link);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  private static boolean leadsSomewhere(MarkdownPage page, String link) throws IOException {
    String file = link.replaceFirst("#.*", "");
    Path target = file.isEmpty() ? page.path : page.path.resolveSibling(file).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return !link.contains("#")
        || MarkdownPage.read(target).anchors().contains(link.substring(link.indexOf('#') + 1));
  }

  @Test
  void theIndexNamesEveryPage() throws IOException {
    Path docs = MarkdownPage.ROOT.resolve("docs");
    Set<String> there = new TreeSet<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      if (page.path.startsWith(docs) && !page.path.equals(docs.resolve("README.md"))) {
        there.add(docs.relativize(page.path).toString());
      }
    }
    assertThat(MarkdownPage.read(docs.resolve("README.md")).localLinks()).containsAll(there);
  }

  @Test
  void pagesNamedInSourcesAndScriptsAreThere() throws IOException {
    Set<String> missing = new TreeSet<>();
    for (Path source : sources()) {
      MENTION
          .matcher(Files.readString(source))
          .results()
          .filter(mention -> !Files.exists(MarkdownPage.ROOT.resolve(mention.group())))
          .forEach(mention -> missing.add(source + ": " + mention.group()));
    }
    assertThat(missing).isEmpty();
  }

  static List<Path> sources() throws IOException {
    List<Path> sources = new ArrayList<>();
    try (Stream<Path> scripts = Files.list(MarkdownPage.ROOT.resolve("scripts"))) {
      scripts.filter(Files::isRegularFile).forEach(sources::add);
    }
    addCode(MarkdownPage.ROOT, sources);
    addCode(MarkdownPage.ROOT.resolve("extras"), sources);
    return sources;
  }

  private static void addCode(Path directory, List<Path> sources) throws IOException {
    try (Stream<Path> modules = Files.list(directory)) {
      for (Path code :
          modules.map(module -> module.resolve("src")).filter(Files::exists).toList()) {
        try (Stream<Path> files = Files.walk(code)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
    }
  }
}
