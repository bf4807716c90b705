package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Page;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Report.Side;
import io.rowlock.bench.tpcc.report.Report.Track;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.junit.jupiter.api.Test;

/** The parts of the page that only TPC-C has. */
class ReportTest {
  private static final RunResult RESULT = Results.of("tx", 50);

  private static Side side(String name, String... broken) {
    return new Side(
        name,
        name + " itself",
        new Track(List.of(1.0, 2.0), List.of(40.0, 41.0)),
        List.of(window(2_000), window(4_000)),
        Results.check(26, broken));
  }

  private static Map<Kind, Histogram> window(long micros) {
    Histogram histogram = Histograms.empty();
    histogram.recordValue(micros);
    return Map.of(Kind.PAYMENT, histogram);
  }

  private static String page() {
    return page(side("tx"), side("raw-batched", "one", "two", "three"));
  }

  private static String page(Side... sides) {
    Report report = new Report(List.of(sides), RESULT.constraints());
    Page page = new Page();
    report.notices("").forEach((sentence, style) -> page.paragraph(style, sentence));
    report.addTo(page);
    return new String(page.bytes("TPC-C"), UTF_8).replaceAll(">\n<", "><");
  }

  @Test
  void beginsWithTheConditionsOfBoth() {
    String page = page();
    int good = page.indexOf("<p class=\"good\">tx itself (tx): all 26 conditions hold.");
    int bad =
        page.indexOf(
            "<p class=\"bad\">raw-batched itself (raw-batched): 1 of 26 conditions are broken.");
    assertThat(good).isPositive().isLessThan(bad);
    assertThat(bad).isLessThan(page.indexOf("<table>"));
  }

  @Test
  void namesWhatIsBroken() {
    assertThat(page())
        .contains(
            "<td class=\"text\">W_YTD is the sum of D_YTD</td><td>3.3.2.1</td><td>3</td><td>10</td>");
  }

  @Test
  void dataThatWereNotCheckedAreNamed() {
    Side tx = side("tx");
    Side alone = new Side(tx.mode(), tx.name(), tx.track(), tx.windows(), null);
    assertThat(page(alone))
        .contains("<p class=\"warning\">The data were not checked.</p>")
        .contains("Not audited");
  }

  @Test
  void constraintsHaveTheirVerdicts() {
    assertThat(page())
        .contains("<td class=\"text\">transaction percentage: Payment</td><td>43.5</td>")
        .contains("<td class=\"text\">[OK]</td>");
  }

  @Test
  void textIsEscaped() {
    assertThat(page(side("tx", "<script>\"&")))
        .contains("  &lt;script&gt;&quot;&amp;")
        .doesNotContain("<script");
  }

  /** The name of SVG's language is no place to go to. */
  @Test
  void needsNothingFromElsewhere() {
    assertThat(page().replaceAll("xmlns(:xlink)?=\"[^\"]*\"", ""))
        .doesNotContain("http:", "https:", "src=", "<link", "@import", "<script", "<!DOCTYPE svg");
  }

  @Test
  void chartsDoNotShareNames() {
    assertThat(Splitter.on("<svg").splitToList(page())).hasSize(4);
    Set<String> names = new HashSet<>();
    Matcher matcher = Pattern.compile(" id=\"([^\"]*)\"").matcher(page());
    while (matcher.find()) {
      assertThat(names.add(matcher.group(1))).as(matcher.group(1)).isTrue();
    }
  }
}
