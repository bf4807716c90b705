package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the pages tell users to depend on is what the build makes and is tested with. */
class CoordinatesTest {

  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<dependency>\\s*<groupId>([^<]*)</groupId>\\s*<artifactId>([^<]*)</artifactId>"
              + "\\s*<version>([^<]*)</version>");

  @Test
  void dependenciesInPagesAreThoseOfTheBuild() throws IOException {
    Path root = MarkdownPage.ROOT;
    String parent = Files.readString(root.resolve("pom.xml"));
    String core = Files.readString(root.resolve("core/pom.xml"));
    String parentId = find(core, "<parent>(.*?)</parent>");
    String library =
        String.join(
            ":",
            find(parentId, "<groupId>(.*?)</groupId>"),
            find(core, "</parent>.*?<artifactId>(.*?)</artifactId>"),
            find(parentId, "<version>(.*?)</version>"));
    String hbase =
        "org.apache.hbase:hbase-client:" + find(parent, "<hbase.version>(.*?)</hbase.version>");
    assertThat(dependencies(root.resolve("README.md"))).containsExactly(library);
    assertThat(dependencies(root.resolve("docs/start.md"))).containsExactly(library, hbase);
  }

  private static List<String> dependencies(Path page) throws IOException {
    List<String> found = new ArrayList<>();
    for (MatchResult dependency : DEPENDENCY.matcher(Files.readString(page)).results().toList()) {
      found.add(dependency.group(1) + ":" + dependency.group(2) + ":" + dependency.group(3));
    }
    return found;
  }

  private static String find(String text, String regex) {
    return Pattern.compile(regex, Pattern.DOTALL)
        .matcher(text)
        .results()
        .findFirst()
        .orElseThrow(() -> new AssertionError(regex))
        .group(1);
  }
}
