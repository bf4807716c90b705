package io.rowlock.bench.micro.profile;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Spread;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Throughput and median latency by profile, thread count and mode: bars are medians of the rounds,
 * whiskers plus and minus half their range.
 */
final class Picture {
  private static final double MILLI = 1000;

  /** The same in every picture: greys for plain HBase, and told apart by the colour-blind. */
  private static final Map<Mode, Color> COLOURS =
      Map.of(
          Mode.RAW, new Color(0x999999),
          Mode.RAW_BATCHED, new Color(0x555555),
          Mode.TX, new Color(0x0072B2),
          Mode.HAEINSA, new Color(0xE69F00),
          Mode.OMID, new Color(0x009E73),
          Mode.OMID_LOW_LATENCY, new Color(0xCC79A7));

  private Picture() {}

  /** One line of charts for every profile. */
  static Sheet of(Outcome outcome) {
    Sheet sheet = new Sheet(640, 400, 2);
    for (Profile profile : outcome.configuration().profiles()) {
      CategoryChart throughput = chart(sheet, profile + ": transactions per second");
      CategoryChart latency = chart(sheet, profile + ": median latency, ms");
      for (Mode mode : outcome.configuration().modes()) {
        List<Row<Series>> rows = rows(outcome, profile, mode);
        addBars(throughput, mode, rows, Figure.TX_PER_SECOND, 1);
        addBars(latency, mode, rows, Figure.P50_MICROS, MILLI);
      }
    }
    return sheet;
  }

  private static CategoryChart chart(Sheet sheet, String title) {
    CategoryChart chart =
        sheet.bars(title, "threads (bars: median of rounds, whiskers: +- half their range)", "");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  private static void addBars(
      CategoryChart chart, Mode mode, List<Row<Series>> rows, Figure figure, double unit) {
    List<String> threads = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    List<Double> whiskers = new ArrayList<>();
    for (Row<Series> row : rows) {
      Spread spread = row.spread(figure);
      threads.add(Integer.toString(row.series().threads()));
      medians.add(spread.median() / unit);
      whiskers.add(Sheet.whisker(spread) / unit);
    }
    chart.addSeries(mode.label(), threads, medians, whiskers).setFillColor(COLOURS.get(mode));
  }

  private static List<Row<Series>> rows(Outcome outcome, Profile profile, Mode mode) {
    return outcome.rows().stream()
        .filter(row -> row.series().profile() == profile && row.series().mode() == mode)
        .toList();
  }
}
