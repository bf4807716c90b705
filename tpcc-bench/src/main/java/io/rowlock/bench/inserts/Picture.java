package io.rowlock.bench.inserts;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Inserts per second as bars: a group for ids and servers, a colour for each mode. */
final class Picture {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 480;

  private Picture() {}

  /** A PNG of the medians; whiskers are as long as the rounds differ. */
  static byte[] of(List<Row> rows) throws IOException {
    // Before the first use of AWT: there may be no display.
    System.setProperty("java.awt.headless", "true");
    BufferedImage sheet = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    var graphics = sheet.createGraphics();
    try {
      chart(rows).paint(graphics, WIDTH, HEIGHT);
    } finally {
      graphics.dispose();
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(sheet, "png", png);
    return png.toByteArray();
  }

  private static CategoryChart chart(List<Row> rows) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title("Inserts of 400 bytes in 8 fields")
            .xAxisTitle("ids and region servers")
            .yAxisTitle("inserts per second")
            .build();
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    Set<String> groups = new LinkedHashSet<>();
    Map<InsertMode, Map<String, Row>> byMode = new LinkedHashMap<>();
    for (Row row : rows) {
      groups.add(group(row));
      byMode
          .computeIfAbsent(row.series().mode(), mode -> new LinkedHashMap<>())
          .put(group(row), row);
    }
    byMode.forEach((mode, ofMode) -> add(chart, mode, new ArrayList<>(groups), ofMode));
    return chart;
  }

  private static String group(Row row) {
    return row.series().ids() + ", " + row.series().servers();
  }

  private static void add(
      CategoryChart chart, InsertMode mode, List<String> groups, Map<String, Row> rows) {
    List<Double> medians = new ArrayList<>();
    List<Double> halfSpreads = new ArrayList<>();
    for (String group : groups) {
      Row row = rows.get(group);
      medians.add(row == null ? 0 : row.insertsPerSecond().median());
      halfSpreads.add(
          row == null ? 0 : (row.insertsPerSecond().max() - row.insertsPerSecond().min()) / 2);
    }
    chart.addSeries(mode.label(), groups, medians, halfSpreads);
  }
}
