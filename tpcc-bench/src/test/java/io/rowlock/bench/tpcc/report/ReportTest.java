package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.check.CheckResult;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final RunResult result = Results.of("tx", 25.5);

  @Test
  void hasEverySection() {
    assertThat(page(run(result)))
        .contains("id=\"time\"", "id=\"types\"", "id=\"operations\"", "id=\"constraints\"")
        .contains("id=\"check\"", "id=\"requests\"", "id=\"configuration\"");
  }

  @Test
  void showsTheFiguresOfTheResult() {
    String page = page(run(result));
    assertThat(page).contains("<b>25.5</b>transactions per second");
    assertThat(page).contains("<b>" + Numbers.of(result.totals().nopm()) + "</b>NOPM (driver)");
    for (TypeResult type : result.types()) {
      assertThat(page)
          .contains("<td>" + type.type() + "</td><td>")
          .contains("<td>" + Numbers.of(type.count()) + "</td>");
    }
    for (OperationClass one : result.ops()) {
      assertThat(page).contains("<td>" + one.name() + "</td>");
    }
    assertThat(page).contains("&gt;= 43.0 %", "[OK]", "JVM 17");
  }

  @Test
  void textIsEscaped() {
    CheckResult check = Results.check(1, "<script>\"&");
    ReportedRun run = new ReportedRun("a<b>", result, latencies(), Optional.of(check));
    assertThat(page(run))
        .contains("a&lt;b&gt;", "  &lt;script&gt;&quot;&amp;", "The check FAILED.")
        .doesNotContain("<script", "a<b>");
  }

  @Test
  void saysWhatIsNotAsItShouldBe() {
    assertThat(page(run(result)))
        .contains("<p class=\"warning\">NON-STANDARD SCALE")
        .contains("Not audited")
        .doesNotContain("Weaker isolation");
    assertThat(page(run(Results.of("raw-batched", 50)))).contains("Weaker isolation");
  }

  /** The name of SVG's language is no place to go to. */
  @Test
  void needsNothingFromElsewhere() {
    String page = page(run(result));
    assertThat(page.replaceAll("xmlns(:xlink)?=\"[^\"]*\"", ""))
        .doesNotContain("http:", "https:", "src=", "<link", "@import", "<script", "<!DOCTYPE svg");
  }

  @Test
  void chartsDoNotShareNames() {
    String page = page(run(result));
    assertThat(Splitter.on("<svg").splitToList(page)).hasSizeGreaterThan(3);
    Set<String> names = new HashSet<>();
    Matcher matcher = Pattern.compile(" id=\"([^\"]*)\"").matcher(page);
    while (matcher.find()) {
      assertThat(names.add(matcher.group(1))).as(matcher.group(1)).isTrue();
    }
  }

  @Test
  void withoutDataThereAreWordsInPlaceOfCharts() {
    RunResult empty = Results.of("tx", 25.5, List.of());
    ReportedRun run = ReportedRun.of(empty, Map.of(), Optional.empty());
    assertThat(page(run))
        .contains("Latency of business transactions: there was none.")
        .contains("Latency of requests: there was none.")
        .contains("None were measured.", "Not checked with this run");
  }

  private static String page(ReportedRun run) {
    return new String(Report.of(run), UTF_8).replaceAll(">\n<", "><");
  }

  static ReportedRun run(RunResult result) {
    return ReportedRun.of(result, latencies(), Optional.empty());
  }

  private static Map<Kind, Histogram> latencies() {
    Map<Kind, Histogram> latencies = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      Histogram micros = Histograms.empty();
      for (int i = 1; i <= 100; i++) {
        micros.recordValue(1_000L * i * kind.limitSeconds());
      }
      latencies.put(kind, micros);
    }
    return latencies;
  }
}
