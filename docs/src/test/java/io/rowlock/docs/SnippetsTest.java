package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The Java that pages show is compiled, and runs: each block is a region of a source of this
 * module, and each region lies in a test or consists of methods that are called.
 */
class SnippetsTest {

  private static final Pattern JAVA =
      Pattern.compile("^[ >]*```java\n(.*?)^[ >]*```$", Pattern.MULTILINE | Pattern.DOTALL);

  private final List<Region> regions = Region.all();
  private final List<String> blocks = new ArrayList<>();
  private final List<String> strange = new ArrayList<>();

  SnippetsTest() throws IOException {
    Set<String> compiled = regions.stream().map(Region::text).collect(Collectors.toSet());
    for (MarkdownPage page : MarkdownPage.all()) {
      for (String block : page.blocks(JAVA)) {
        blocks.add(block);
        if (!compiled.contains(block)) {
          strange.add(page + ":\n" + block);
        }
      }
    }
  }

  @Test
  void whatIsShownIsCompiled() {
    assertThat(strange).isEmpty();
    assertThat(blocks).isNotEmpty();
  }

  @Test
  void whatIsMarkedIsShown() {
    Set<String> shown = new HashSet<>(blocks);
    assertThat(regions).allMatch(region -> shown.contains(region.text()));
  }

  @Test
  void whatIsShownIsRun() throws IOException {
    for (Region region : regions) {
      if (!region.isInTest()) {
        assertThat(region.methods()).as("methods of %s", region).isNotEmpty();
        for (String method : region.methods()) {
          assertThat(isCalled(method, region)).as("%s: %s is called", region, method).isTrue();
        }
      }
    }
  }

  private static boolean isCalled(String method, Region region) throws IOException {
    Pattern call =
        Pattern.compile("(\\b%1$s\\((?![^)]*\\) (throws|\\{))|::%1$s\\b)".formatted(method));
    for (Path source : Region.sources()) {
      String code = Files.readString(source);
      if (call.matcher(source.equals(region.source()) ? code : qualified(code, region)).find()) {
        return true;
      }
    }
    return false;
  }

  /** Only those parts of another source that name the class. */
  private static String qualified(String code, Region region) {
    String type = region.source().getFileName().toString().replace(".java", "");
    return code.lines()
        .filter(line -> line.contains(type + ".") || line.contains(type + "::"))
        .collect(Collectors.joining("\n"));
  }
}
