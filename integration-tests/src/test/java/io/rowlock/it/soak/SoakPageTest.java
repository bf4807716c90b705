package io.rowlock.it.soak;

import static io.rowlock.it.soak.Samples.MEGABYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rowlock.bench.kit.Cluster;
import io.rowlock.bench.kit.Environment;
import io.rowlock.it.soak.Checks.Check;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SoakPageTest {

  @Test
  void pageHasACurveForEachFigureAndTheVerdicts() {
    List<Sample> samples = Samples.ofHeap(i -> 20 * MEGABYTE + i * MEGABYTE / 10);
    String page =
        new String(SoakPage.of(outcome(samples, List.of("a row <is> wrong")), samples), UTF_8);
    assertThat(page)
        .contains("aria-label=\"Memory of the lasting client\"")
        .contains("aria-label=\"Open scanners of region servers\"")
        .contains("<p class=\"bad\">a row &lt;is&gt; wrong</p>")
        .contains("<p class=\"warning\">MISSED heap of the lasting client")
        .contains("<p class=\"good\">met    threads of the lasting client")
        .contains("SUMMARY passed=58");
  }

  @Test
  void pageOfASoakWithoutSamplesHasNoCurves() {
    assertThat(new String(SoakPage.of(outcome(List.of(), List.of()), List.of()), UTF_8))
        .contains("Checks")
        .doesNotContain("<svg");
  }

  @Test
  void textAndSummaryHaveTheResults() throws IOException {
    List<Sample> samples = Samples.ofHeap(i -> 20 * MEGABYTE);
    StringWriter text = new StringWriter();
    Outcome outcome = outcome(samples, List.of());
    outcome.print(new PrintWriter(text));
    assertThat(text.toString())
        .contains("client: heap, MB")
        .contains("met    heap of the lasting client, last third over middle third: 1.000")
        .contains("1 checks of every row passed, and no lock is left.");
    var summary = new ObjectMapper().valueToTree(outcome);
    assertThat(summary.at("/configuration/hours").asDouble()).isEqualTo(2);
    assertThat(summary.at("/judgement/targets/0/met").asBoolean()).isTrue();
    assertThat(summary.at("/strikes").toString()).contains("5");
  }

  private static Outcome outcome(List<Sample> samples, List<String> failed) {
    return new Outcome(
        new SoakPlan(),
        new Environment(
            "today",
            2,
            512,
            "a JVM",
            "an OS",
            "2.6.1",
            new Cluster.Facts("here", "2.6.1", 3),
            null),
        7_200,
        samples.size(),
        Judgement.of(samples),
        failed,
        List.of(new Check(600, 12, "SUMMARY passed=58 failed=0 vacuous=3", List.of())),
        Map.of(Strike.KILL_SERVER, 5),
        Map.of(Strike.MERGE_REGIONS, 1),
        new Vacuuming.Report(10, 9, 1, 0, 0),
        Samples.of(2, i -> 1, i -> 1).get(1).counts(),
        3,
        0,
        4,
        0);
  }
}
