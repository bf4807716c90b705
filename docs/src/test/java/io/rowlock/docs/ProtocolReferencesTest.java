package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Comments refer to sections, invariants and steps of the protocol's page that are there. */
class ProtocolReferencesTest {

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);
  private static final Pattern LINE_BREAK = Pattern.compile("\\s*\n[\\s*/]*");
  private static final Pattern PLACE =
      Pattern.compile("\\b(?:\\d+(?:\\.\\d)?|I\\d)\\b|(?<=\")\\w+(?=\")");
  private static final Pattern REFERENCE =
      Pattern.compile(
          "\\(protocol, (?:sections? )?(?:%1$s|\"\\w+\")(?: and %1$s)*|\\bsections? %1$s(?: and %1$s)*|\\bI\\d\\b"
              .formatted("(?:\\d+(?:\\.\\d)?|I\\d)\\b"));

  /** As headings begin with it, or paragraphs in bold. */
  private static final Pattern DEFINITION =
      Pattern.compile("^(?:## |\\*\\*)(\\d+(?:\\.\\d)?|I\\d|\\w+(?=\\.\\*))", Pattern.MULTILINE);

  @Test
  void everyReferenceNamesAPlaceThatIsThere() throws IOException {
    Path page = MarkdownPage.ROOT.resolve("docs/concepts/protocol.md");
    Set<String> places = new TreeSet<>(MarkdownPage.read(page).blocks(DEFINITION));
    List<String> references = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (Path source : LinksTest.sources()) {
      for (String reference : references(Files.readString(source))) {
        references.add(reference);
        PLACE
            .matcher(reference)
            .results()
            .map(MatchResult::group)
            .filter(place -> !places.contains(place))
            .forEach(place -> wrong.add(source.getFileName() + ": " + reference));
      }
    }
    assertThat(wrong).as("not in %s, which has %s", page, places).isEmpty();
    assertThat(references).hasSizeGreaterThan(50);
  }

  private static List<String> references(String code) {
    String comments =
        COMMENT.matcher(code).results().map(MatchResult::group).collect(Collectors.joining("\n\n"));
    return REFERENCE
        .matcher(LINE_BREAK.matcher(comments).replaceAll(" "))
        .results()
        .map(MatchResult::group)
        .toList();
  }
}
