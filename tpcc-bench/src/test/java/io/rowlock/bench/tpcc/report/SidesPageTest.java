package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Rounds;
import io.rowlock.bench.kit.Spread;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.SidesPage.Side;
import io.rowlock.bench.tpcc.report.SidesPage.Track;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The page says first what is left of the data. */
class SidesPageTest {
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
    return new String(
            SidesPage.of(
                RESULT.settings(),
                RESULT.environment(),
                new Rounds(25, 5, 6),
                List.of(side("tx", 40), side("raw-batched", 80, "one", "two", "three"))),
            UTF_8)
        .replaceAll(">\n<", "><");
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
}
