package io.rowlock.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Alerts and dashboard ask for metrics and attributes that are documented. */
class MonitoringTest {

  private static final Path OPERATIONS = MarkdownPage.ROOT.resolve("docs/operations");

  private static final Pattern ASKED = Pattern.compile("\\b(?:rowlock|db_client|db)_\\w+");
  private static final Pattern METRIC =
      Pattern.compile("^\\| `([\\w.]+)` \\| (histogram|counter) \\| (\\S+) \\|", Pattern.MULTILINE);
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "^\\| `((?:rowlock|db)\\.[\\w.]+)` \\| [^|]* \\| [^|]* \\|$", Pattern.MULTILINE);
  private static final Pattern RUNBOOK = Pattern.compile("runbook: (\\S+)#(\\S+)");

  /** What Prometheus appends to the name of a metric, by its type. */
  private static final Map<String, List<String>> SUFFIXES =
      Map.of("histogram", List.of("_bucket", "_sum", "_count"), "counter", List.of("_total"));

  @Test
  void alertsAskForDocumentedNames() throws IOException {
    assertDocumented(Files.readString(OPERATIONS.resolve("alerts.yml")));
  }

  @Test
  void dashboardIsJsonAndAsksForDocumentedNames() throws IOException {
    JsonNode dashboard = new ObjectMapper().readTree(OPERATIONS.resolve("dashboard.json").toFile());
    List<String> expressions = dashboard.findValuesAsText("expr");
    assertThat(expressions).isNotEmpty();
    assertDocumented(String.join("\n", expressions));
    assertDocumented(String.join("\n", dashboard.at("/templating").findValuesAsText("query")));
  }

  @Test
  void everyAlertNamesItsPartOfTheRunbook() throws IOException {
    String alerts = Files.readString(OPERATIONS.resolve("alerts.yml"));
    var runbooks = RUNBOOK.matcher(alerts).results().toList();
    assertThat(runbooks)
        .hasSameSizeAs(Pattern.compile("- alert: ").matcher(alerts).results().toList());
    for (var runbook : runbooks) {
      MarkdownPage page = MarkdownPage.read(MarkdownPage.ROOT.resolve(runbook.group(1)));
      assertThat(page.anchors()).contains(runbook.group(2));
    }
  }

  private static void assertDocumented(String text) throws IOException {
    List<String> asked = ASKED.matcher(text).results().map(name -> name.group()).toList();
    assertThat(documented()).containsAll(asked);
    assertThat(asked).isNotEmpty();
  }

  /** Names of metrics and attributes as Prometheus shows them. */
  private static Set<String> documented() throws IOException {
    String page = Files.readString(MarkdownPage.ROOT.resolve("docs/reference/metrics.md"));
    Set<String> names = new TreeSet<>();
    METRIC
        .matcher(page)
        .results()
        .flatMap(metric -> names(metric.group(1), metric.group(2), metric.group(3)))
        .forEach(names::add);
    ATTRIBUTE
        .matcher(page)
        .results()
        .map(attribute -> attribute.group(1).replace('.', '_'))
        .forEach(names::add);
    return names;
  }

  private static Stream<String> names(String metric, String type, String unit) {
    String name = metric.replace('.', '_') + (unit.equals("s") ? "_seconds" : "");
    return SUFFIXES.get(type).stream().map(suffix -> name + suffix);
  }
}
