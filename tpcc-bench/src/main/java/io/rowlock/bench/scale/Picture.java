package io.rowlock.bench.scale;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import javax.imageio.ImageIO;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** One chart for every part that was measured: medians of the rounds. */
final class Picture {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 480;
  private static final double MICROS_PER_MILLI = 1_000;

  private static final Map<PartName, Axes> AXES =
      Map.of(
          PartName.ROWS,
          new Axes(
              "rows", row -> row.subject().rows(), true, Picture::median, Picture::workAndRegions),
          PartName.DELAY,
          new Axes(
              "ms added to every request",
              row -> row.subject().delayMillis(),
              false,
              Picture::median,
              row -> row.subject().work()),
          PartName.HOT_ROW,
          new Axes(
              "commits of the row before",
              row -> row.subject().commitsBefore(),
              true,
              Picture::median,
              row -> row.subject().work()),
          PartName.REGIONS,
          new Axes(
              "threads",
              row -> row.subject().threads(),
              true,
              Picture::throughput,
              row -> workAndRegions(row) + ", +" + row.subject().delayMillis() + " ms"),
          PartName.SERVERS,
          new Axes(
              "threads",
              row -> row.subject().threads(),
              true,
              Picture::throughput,
              row ->
                  row.subject().servers() + " servers, +" + row.subject().delayMillis() + " ms"));

  private Picture() {}

  /** What a part's chart shows. */
  private record Axes(
      String name,
      ToDoubleFunction<Row> x,
      boolean isLogarithmic,
      ToDoubleFunction<Row> y,
      Function<Row, String> series) {}

  /** A PNG; nothing to be drawn makes an empty sheet. */
  static byte[] of(List<Row> rows) throws IOException {
    // Before the first use of AWT: there may be no display.
    System.setProperty("java.awt.headless", "true");
    List<XYChart> charts = new ArrayList<>();
    for (PartName part : PartName.values()) {
      List<Row> ofPart = rows.stream().filter(row -> row.subject().part() == part).toList();
      Axes axes = AXES.get(part);
      if (axes != null && !ofPart.isEmpty()) {
        charts.add(chart(part, axes, ofPart));
      }
    }
    BufferedImage sheet =
        new BufferedImage(WIDTH, HEIGHT * Math.max(1, charts.size()), BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < charts.size(); i++) {
      draw(charts.get(i), sheet, i);
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(sheet, "png", png);
    return png.toByteArray();
  }

  private static void draw(XYChart chart, BufferedImage sheet, int line) {
    var graphics = sheet.createGraphics();
    try {
      graphics.translate(0, line * HEIGHT);
      chart.paint(graphics, WIDTH, HEIGHT);
    } finally {
      graphics.dispose();
    }
  }

  private static XYChart chart(PartName part, Axes axes, List<Row> rows) {
    boolean isThroughput = part == PartName.REGIONS || part == PartName.SERVERS;
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(part.label())
            .xAxisTitle(axes.name())
            .yAxisTitle(isThroughput ? "transactions per second" : "median latency, ms")
            .build();
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setXAxisLogarithmic(axes.isLogarithmic());
    chart.getStyler().setYAxisLogarithmic(part == PartName.ROWS);
    Map<String, List<Row>> bySeries = new LinkedHashMap<>();
    for (Row row : rows) {
      bySeries.computeIfAbsent(axes.series().apply(row), name -> new ArrayList<>()).add(row);
    }
    bySeries.forEach(
        (name, series) ->
            chart.addSeries(
                name,
                series.stream().mapToDouble(axes.x()).toArray(),
                series.stream().mapToDouble(axes.y()).toArray()));
    return chart;
  }

  private static String workAndRegions(Row row) {
    int regions = row.subject().regions();
    return row.subject().work() + ", " + regions + (regions == 1 ? " region" : " regions");
  }

  private static double median(Row row) {
    return row.p50Micros().median() / MICROS_PER_MILLI;
  }

  private static double throughput(Row row) {
    return row.txPerSecond().median();
  }
}
