package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The Java that pages show runs: each region of a source that is written into them ({@code
 * scripts/docs}) lies in a test or consists of methods that are called.
 */
class SnippetsTest {

  @Test
  void whatIsShownIsRun() throws IOException {
    for (Region region : Region.all()) {
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
