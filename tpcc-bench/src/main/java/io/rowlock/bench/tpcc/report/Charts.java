package io.rowlock.bench.tpcc.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** What all charts have in common. */
final class Charts {
  private static final int WIDTH = 1000;
  private static final int HEIGHT = 380;
  private static final float LINE = 2;
  private static final int LABELS_ACROSS = 90;

  /** Told apart by the colour-blind. */
  private static final Color[] COLOURS = {
    new Color(0x0072B2),
    new Color(0xE69F00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0x56B4E9),
    new Color(0xD55E00),
    new Color(0x8C8C00),
    new Color(0x555555),
    new Color(0x7A4FBF),
    new Color(0xB0B0B0)
  };

  static {
    // Before the first use of AWT: there may be no display.
    System.setProperty("java.awt.headless", "true");
  }

  private Charts() {}

  /** Lines; series are added with {@link #line}. */
  static XYChart lines(String title, String x, String y) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(x)
            .yAxisTitle(y)
            .build();
    style(chart.getStyler());
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  static void line(XYChart chart, String name, List<Double> x, List<Double> y) {
    var series = chart.addSeries(name, x, y);
    series.setLineWidth(LINE);
    series.setLineStyle(new BasicStroke(LINE));
    series.setMarker(SeriesMarkers.NONE);
  }

  /** All below a line; higher areas come first. */
  static void area(XYChart chart, String name, int colour, List<Double> x, List<Double> y) {
    var series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeries.XYSeriesRenderStyle.Area);
    series.setFillColor(COLOURS[colour]);
    series.setLineColor(COLOURS[colour]);
    series.setMarker(SeriesMarkers.NONE);
  }

  /**
   * A bar of each series for each category.
   *
   * @param isStacked bars of a category stand on each other
   */
  static CategoryChart bars(
      String title,
      String y,
      List<String> categories,
      Map<String, List<Double>> series,
      boolean isStacked) {
    CategoryChart chart =
        new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title).yAxisTitle(y).build();
    style(chart.getStyler());
    chart.getStyler().setStacked(isStacked);
    chart.getStyler().setAvailableSpaceFill(isStacked ? 0.6 : 0.8);
    chart.getStyler().setXAxisLabelRotation(isLong(categories) ? 30 : 0);
    chart.getStyler().setYAxisMin(0.0);
    series.forEach((name, values) -> chart.addSeries(name, categories, values));
    return chart;
  }

  private static boolean isLong(List<String> categories) {
    return categories.stream().mapToInt(String::length).sum() > LABELS_ACROSS;
  }

  private static void style(Styler styler) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotContentSize(0.94);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setSeriesColors(COLOURS);
  }
}
