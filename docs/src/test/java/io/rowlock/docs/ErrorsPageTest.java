package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of errors has a row for each exception of the library that users can catch. */
class ErrorsPageTest {

  private static final Pattern ROW =
      Pattern.compile("^\\| `(\\w+Exception)` \\|", Pattern.MULTILINE);
  private static final Set<String> OF_OTHERS =
      Set.of(
          "CancellationException",
          "InterruptedIOException",
          "UnsupportedOperationException",
          "IllegalArgumentException",
          "IllegalStateException");
  private static final Set<String> WITH_SUBCLASSES_ONLY = Set.of("RowlockException");

  @Test
  void everyExceptionIsThere() throws IOException {
    Path page = MarkdownPage.ROOT.resolve("docs/reference/errors.md");
    Set<String> documented =
        ROW.matcher(Files.readString(page))
            .results()
            .map((MatchResult row) -> row.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    documented.removeAll(OF_OTHERS);
    assertThat(documented).isEqualTo(publicExceptions());
  }

  private static Set<String> publicExceptions() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> sources = Files.list(Path.of("../core/src/main/java/io/rowlock"))) {
      for (Path source :
          sources.filter(file -> file.toString().endsWith("Exception.java")).toList()) {
        if (Files.readString(source).contains("\npublic ")) {
          names.add(source.getFileName().toString().replace(".java", ""));
        }
      }
    }
    names.removeAll(WITH_SUBCLASSES_ONLY);
    return names;
  }
}
