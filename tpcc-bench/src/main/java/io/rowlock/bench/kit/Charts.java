package io.rowlock.bench.kit;

import io.rowlock.bench.kit.Point.SeriesKey;
import java.awt.BasicStroke;
import java.awt.Color;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** All charts, in one style: a mode has its colour and its shape in each of them. */
public final class Charts {
  static {
    // Before the first use of AWT: there may be no display.
    System.setProperty("java.awt.headless", "true");
  }

  /** Ends the name of a series with the ranges of the rounds of a mode. */
  static final String WHISKERS = ", all rounds";

  private static final float LINE = 2;

  /** With more points, shapes would hide the line. */
  private static final int MOST_SHAPES = 30;

  /** The part of the distance between two categories that their series share. */
  private static final double ROOM = 0.6;

  /** Half the width of a whisker's end, as such a part. */
  private static final double END = 0.02;

  /** Of series that belong to no mode: no colour of a mode. */
  private static final List<Look> OTHERS =
      List.of(
          new Look(0x117733, SeriesMarkers.CIRCLE),
          new Look(0x882255, SeriesMarkers.TRIANGLE_UP),
          new Look(0x332288, SeriesMarkers.SQUARE),
          new Look(0x999933, SeriesMarkers.DIAMOND),
          new Look(0xCC6677, SeriesMarkers.TRIANGLE_DOWN),
          new Look(0x44AA99, SeriesMarkers.OVAL),
          new Look(0xAA4499, SeriesMarkers.TRAPEZOID),
          new Look(0xDDCC77, SeriesMarkers.RECTANGLE));

  /** The words of the name of a series. */
  private static final Splitter WORDS = Splitter.onPattern("[^a-z0-9-]+");

  /** By the labels of modes: greys for plain HBase; colour-blind readers can tell all apart. */
  private static final Map<String, Look> LOOKS =
      Map.of(
          "raw", new Look(0x999999, SeriesMarkers.SQUARE),
          "raw-batched", new Look(0x444444, SeriesMarkers.DIAMOND),
          "tx", new Look(0x0072B2, SeriesMarkers.CIRCLE),
          "tx-batched", new Look(0x56B4E9, SeriesMarkers.TRIANGLE_UP),
          "tx-2row", new Look(0x7A4FBF, SeriesMarkers.OVAL),
          "2pc", new Look(0xD55E00, SeriesMarkers.TRAPEZOID),
          "haeinsa", new Look(0xE69F00, SeriesMarkers.TRIANGLE_DOWN),
          "omid", new Look(0x009E73, SeriesMarkers.CROSS),
          "omid-low-latency", new Look(0xCC79A7, SeriesMarkers.PLUS));

  private Charts() {}

  /** The colour and the shape of a mode. */
  private record Look(int colour, Marker shape) {
    /** Returns the look of the mode that a series names; of other series, by their order. */
    static Look of(String series, int number) {
      return WORDS.splitToList(series).stream()
          .filter(LOOKS::containsKey)
          .map(LOOKS::get)
          .findFirst()
          .orElse(OTHERS.get(number % OTHERS.size()));
    }

    void paint(XYSeries series) {
      series.setLineColor(new Color(colour));
      series.setMarker(shape).setMarkerColor(new Color(colour));
    }
  }

  /** Returns a line chart; {@link #line} adds series. */
  public static XYChart lines(String title, String x, String y) {
    XYChart chart = new XYChart(1000, 380);
    chart.setTitle(title);
    chart.setXAxisTitle(x);
    chart.setYAxisTitle(y);
    chart
        .getStyler()
        .setChartBackgroundColor(Color.WHITE)
        .setLegendPosition(LegendPosition.OutsideE)
        .setLegendBorderColor(Color.WHITE)
        .setPlotContentSize(0.94);
    chart.getStyler().setAxisTickPadding(8);
    // The pattern of XChart omits the zero before the point.
    chart.getStyler().setYAxisDecimalPattern("#,##0.####").setYAxisMin(0.0);
    return chart;
  }

  /** Adds a line; a series with a mode's name gets the mode's look. */
  public static void line(XYChart chart, String name, List<Double> x, List<Double> y) {
    XYSeries series = add(chart, name, x, y, chart.getSeriesMap().size());
    if (x.size() > MOST_SHAPES) {
      series.setMarker(SeriesMarkers.NONE);
    }
  }

  /** Adds a broken line without shapes, for what is derived or secondary. */
  public static void dashes(XYChart chart, String name, List<Double> x, List<Double> y) {
    XYSeries series = add(chart, name, x, y, chart.getSeriesMap().size());
    series.setLineStyle(new BasicStroke(LINE, 0, 0, 1, new float[] {6, 6}, 0));
    series.setMarker(SeriesMarkers.NONE);
  }

  private static XYSeries add(
      XYChart chart, String name, List<Double> x, List<Double> y, int number) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setLineStyle(new BasicStroke(LINE));
    Look.of(name, number).paint(series);
    return series;
  }

  /**
   * Returns a chart of rows by their categories and modes: a shape at the median of the rounds, and
   * a whisker from the smallest to the largest.
   */
  public static <S extends SeriesKey> XYChart spreads(
      String title,
      String x,
      List<Row<S>> rows,
      Function<S, String> category,
      Function<Row<S>, Spread> value) {
    XYChart chart = lines(title, x + " (shapes: medians of the rounds; whiskers: all rounds)", "");
    List<String> categories = rows.stream().map(Row::series).map(category).distinct().toList();
    List<String> modes = rows.stream().map(row -> row.series().subject()).distinct().toList();
    chart.getStyler().setXAxisMin(-0.5).setXAxisMax(categories.size() - 0.5);
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    chart.setCustomXAxisTickLabelsFormatter(at -> label(at, categories));
    double step = ROOM / modes.size();
    for (int i = 0; i < modes.size(); i++) {
      String mode = modes.get(i);
      double offset = step * (i - (modes.size() - 1) / 2.0);
      NavigableMap<Double, Spread> spreads = new TreeMap<>();
      rows.stream()
          .filter(row -> row.series().subject().equals(mode))
          .forEach(
              row -> {
                int at = categories.indexOf(category.apply(row.series()));
                spreads.put(at + offset, value.apply(row));
              });
      addSpreads(chart, mode, spreads);
    }
    return chart;
  }

  /** XChart omits ticks until all labels differ, so those between categories are blank ones. */
  private static String label(double at, List<String> categories) {
    boolean isCategory = at == Math.rint(at) && at >= 0 && at < categories.size();
    return isCategory ? categories.get((int) at) : " ".repeat(1 + (int) Math.round(at * 10 + 10));
  }

  private static void addSpreads(XYChart chart, String mode, NavigableMap<Double, Spread> spreads) {
    int number = chart.getSeriesMap().size() / 2;
    List<Double> medians = new ArrayList<>();
    List<Double> path = new ArrayList<>();
    List<Double> ends = new ArrayList<>();
    spreads.forEach(
        (at, spread) -> {
          medians.add(spread.median());
          // An I, drawn without lifting the pen; nothing lies between it and the next one.
          Collections.addAll(path, at - END, at + END, at, at, at - END, at + END, at + END);
          Collections.addAll(ends, spread.min(), spread.min(), spread.min());
          Collections.addAll(ends, spread.max(), spread.max(), spread.max(), Double.NaN);
        });
    XYSeries shapes = add(chart, mode, List.copyOf(spreads.keySet()), medians, number);
    shapes.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
    XYSeries whiskers = add(chart, mode + WHISKERS, path, ends, number);
    whiskers.setMarker(SeriesMarkers.NONE).setShowInLegend(false);
  }
}
