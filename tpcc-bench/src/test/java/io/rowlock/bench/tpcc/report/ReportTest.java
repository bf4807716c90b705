package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Spread;
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

/** The page says first what is left of the data. */
class ReportTest {
  private static final RunResult RESULT = Results.of("tx", 50);

  private static Side side(String name, double perSecond, String... broken) {
    Histogram micros = Histograms.empty();
    micros.recordValue(2_000);
    return new Side(
        name,
        name + " itself",
        new Spread(perSecond - 1, perSecond, perSecond + 1),
        new Spread(1, 2, 3),
        new Track(List.of(1.0, 2.0), List.of(perSecond, perSecond)),
        Map.of(Kind.PAYMENT, micros),
        Results.check(26, broken));
  }

  private static String page() {
    return page(side("tx", 40), side("raw-batched", 80, "one", "two", "three"));
  }

  private static String page(Side... sides) {
    byte[] page =
        Report.of(RESULT.settings(), RESULT.environment(), "6 rounds of 5 s each", List.of(sides));
    return new String(page, UTF_8).replaceAll(">\n<", "><");
  }

  @Test
  void beginsWithTheConditionsOfBoth() {
    String page = page();
    int good = page.indexOf("<p class=\"good\">tx itself (tx): all 26 conditions hold");
    int bad =
        page.indexOf(
            "<p class=\"bad\">raw-batched itself (raw-batched): 1 of 26 conditions are broken");
    assertThat(good).isPositive().isLessThan(bad);
    assertThat(bad).isLessThan(page.indexOf("<table>"));
  }

  @Test
  void comparesWithTheLastSide() {
    assertThat(page())
        .contains("<td>tx itself (tx)</td><td>40 (39, 41)</td><td>0.50x</td>")
        .contains("<td>0 of 26</td>", "<td>1 of 26</td>");
  }

  @Test
  void namesWhatIsBroken() {
    assertThat(page())
        .contains("<td>W_YTD is the sum of D_YTD</td><td>3.3.2.1</td><td>3</td><td>10</td>");
  }

  @Test
  void modeByItselfHasAPage() {
    Side tx = side("tx", 40);
    Side alone =
        new Side(
            tx.mode(), tx.name(), tx.perSecond(), tx.requests(), tx.track(), tx.micros(), null);
    assertThat(page(alone))
        .contains("<h1>TPC-C on HBase: tx itself (tx)</h1>", "6 rounds of 5 s each")
        .contains("<p class=\"warning\">tx itself (tx): the data were not checked</p>")
        .contains("<td>not checked</td>", "<p class=\"warning\">NON-STANDARD SCALE")
        .contains("Not audited", "JVM 17", "<td>load.threads</td><td>8</td>")
        .doesNotContain("with transactions and without");
  }

  @Test
  void textIsEscaped() {
    assertThat(page(side("tx", 40, "<script>\"&")))
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
