package io.rowlock.bench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Point.SeriesKey;
import java.awt.Color;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;

class ChartsTest {
  private record Series(String subject, int threads) implements SeriesKey {}

  private static final List<Row<Series>> ROWS =
      new Points<>(
              List.of(
                  point("raw-batched", 1, 1, 400),
                  point("raw-batched", 1, 2, 4_084),
                  point("raw-batched", 1, 3, 4_495),
                  point("tx", 1, 1, 100),
                  point("tx", 8, 1, 700)))
          .rows();

  private static Point<Series> point(String mode, int threads, int round, double perSecond) {
    return Point.of(new Series(mode, threads), round).with(Figure.TX_PER_SECOND, perSecond);
  }

  private static XYChart spreads() {
    return Charts.spreads(
        "A title",
        "threads",
        ROWS,
        series -> Integer.toString(series.threads()),
        row -> row.spread(Figure.TX_PER_SECOND));
  }

  @Test
  void whiskersEndAtTheSmallestAndTheLargestRound() {
    XYSeries rounds = spreads().getSeriesMap().get("raw-batched" + Charts.WHISKERS);
    assertThat(rounds.getYData()).contains(400, 4_495);
    assertThat(rounds.getYMin()).isEqualTo(400);
    assertThat(rounds.getYMax()).isEqualTo(4_495);
    assertThat(spreads().getSeriesMap().get("raw-batched").getYData()).containsExactly(4_084);
  }

  @Test
  void seriesWithoutAFigureInACategoryHaveAGap() {
    assertThat(spreads().getSeriesMap().get("raw-batched").getXData()).hasSize(1);
    assertThat(spreads().getSeriesMap().get("tx").getXData()).hasSize(2);
  }

  @Test
  void modeLooksTheSameInEveryChart() {
    XYChart lines = Charts.lines("Another title", "seconds", "per second");
    Charts.line(lines, "Rowlock (tx)", List.of(1.0, 2.0), List.of(3.0, 4.0));
    Charts.dashes(lines, "tx, p99", List.of(1.0, 2.0), List.of(3.0, 4.0));
    XYSeries tx = spreads().getSeriesMap().get("tx");
    XYSeries raw = spreads().getSeriesMap().get("raw-batched");
    assertThat(lines.getSeriesMap().values())
        .allMatch(line -> line.getLineColor().equals(tx.getMarkerColor()));
    assertThat(lines.getSeriesMap().get("Rowlock (tx)").getMarker()).isEqualTo(tx.getMarker());
    assertThat(raw.getMarker()).isNotEqualTo(tx.getMarker());
    assertThat(raw.getMarkerColor()).isEqualTo(new Color(0x444444));
  }

  /** XChart's own pattern makes ".01" of it. */
  @Test
  void smallNumbersHaveTheirZero() {
    assertThat(Charts.lines("", "", "").getStyler().getYAxisDecimalPattern()).startsWith("#,##0.");
  }
}
