package io.rowlock.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference of the tools names what their {@code --help} names, and nothing else. */
class ToolsReferenceTest {

  private static final Pattern OPTION_OF_HELP = Pattern.compile("(?m)^ +--([a-z-]+)");
  private static final Pattern OPTION_OF_TABLE = Pattern.compile("`--([a-z-]+)");
  private static final Pattern STATUS_OF_HELP = Pattern.compile("[ ,](\\d+) [a-z]");
  private static final Pattern STATUS_OF_TABLE = Pattern.compile("(?m)^\\| (\\d+) \\|");

  private static String help(String... arguments) throws Exception {
    return CommandRun.of(new Configuration(false), arguments).out();
  }

  /** The text below a heading. */
  private static String section(String heading) throws IOException {
    String reference = Files.readString(Path.of("..", "docs", "reference", "tools.md"));
    String start = "\n## " + heading + "\n";
    assertThat(reference).contains(start);
    String rest = reference.substring(reference.indexOf(start) + start.length());
    int end = rest.indexOf("\n## ");
    return end < 0 ? rest : rest.substring(0, end);
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    pattern.matcher(text).results().forEach(match -> names.add(match.group(1)));
    return names;
  }

  private static Set<String> documentedOptions(String heading) throws IOException {
    Set<String> options = new TreeSet<>();
    // Only the first cell of a row is about the row's own options.
    section(heading)
        .lines()
        .filter(line -> line.startsWith("| `--"))
        .map(line -> line.substring(1, line.indexOf('|', 1)))
        .forEach(cell -> options.addAll(found(OPTION_OF_TABLE, cell)));
    return options;
  }

  @ParameterizedTest
  @ValueSource(strings = {"locks", "resolve", "discard", "vacuum", "verify", "enable"})
  void everyOptionIsDocumented(String command) throws Exception {
    Set<String> documented = new TreeSet<>(documentedOptions("Common options"));
    documented.removeAll(Set.of("start-row", "stop-row"));
    documented.addAll(documentedOptions(command));

    assertThat(documented).isEqualTo(found(OPTION_OF_HELP, help(command, "--help")));
  }

  @Test
  void everyCommandAndExitStatusIsDocumented() throws Exception {
    String help = help("--help");
    assertThat(found(Pattern.compile("(?m)^  ([a-z]+) [A-Za-z]"), help))
        .isEqualTo(found(Pattern.compile("(?m)^\\| \\[`([a-z]+) "), overview()));
    assertThat(found(STATUS_OF_TABLE, section("Exit statuses")))
        .isEqualTo(found(STATUS_OF_HELP, help.substring(help.indexOf("Exit statuses"))));
  }

  /** What comes before the first heading. */
  private static String overview() throws IOException {
    String reference = Files.readString(Path.of("..", "docs", "reference", "tools.md"));
    return reference.substring(0, reference.indexOf("\n## "));
  }
}
