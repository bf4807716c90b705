package io.rowlock.bench.profile;

import io.rowlock.bench.measure.Spread;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.imageio.ImageIO;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

/**
 * Throughput and median latency by profile, thread count and mode: bars are medians of the rounds,
 * whiskers plus and minus half their range.
 */
final class Picture {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 400;
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

  /** A PNG: one line of charts for every profile. */
  static byte[] of(Outcome outcome) throws IOException {
    // Before the first use of AWT: there may be no display.
    System.setProperty("java.awt.headless", "true");
    List<Profile> profiles = outcome.configuration().profiles();
    BufferedImage sheet =
        new BufferedImage(2 * WIDTH, profiles.size() * HEIGHT, BufferedImage.TYPE_INT_RGB);
    for (int line = 0; line < profiles.size(); line++) {
      draw(throughput(outcome, profiles.get(line)), sheet, 0, line);
      draw(latency(outcome, profiles.get(line)), sheet, 1, line);
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(sheet, "png", png);
    return png.toByteArray();
  }

  private static CategoryChart throughput(Outcome outcome, Profile profile) {
    return chart(outcome, profile, "transactions per second", Row::txPerSecond, 1);
  }

  private static CategoryChart latency(Outcome outcome, Profile profile) {
    return chart(outcome, profile, "median latency, ms", Row::p50Micros, MILLI);
  }

  private static void draw(CategoryChart chart, BufferedImage sheet, int column, int line) {
    var graphics = sheet.createGraphics();
    try {
      graphics.translate(column * WIDTH, line * HEIGHT);
      chart.paint(graphics, WIDTH, HEIGHT);
    } finally {
      graphics.dispose();
    }
  }

  private static CategoryChart chart(
      Outcome outcome, Profile profile, String what, Function<Row, Spread> value, double unit) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(profile + ": " + what)
            .xAxisTitle("threads (bars: median of rounds, whiskers: +- half their range)")
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setYAxisMin(0.0);
    for (Mode mode : outcome.configuration().modes()) {
      addSeries(chart, mode, rows(outcome, profile, mode), value, unit);
    }
    return chart;
  }

  private static void addSeries(
      CategoryChart chart, Mode mode, List<Row> rows, Function<Row, Spread> value, double unit) {
    List<String> threads = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    List<Double> errors = new ArrayList<>();
    for (Row row : rows) {
      Spread spread = value.apply(row);
      threads.add(Integer.toString(row.threads()));
      medians.add(spread.median() / unit);
      errors.add((spread.max() - spread.min()) / 2 / unit);
    }
    chart.addSeries(mode.label(), threads, medians, errors).setFillColor(COLOURS.get(mode));
  }

  private static List<Row> rows(Outcome outcome, Profile profile, Mode mode) {
    return outcome.rows().stream()
        .filter(row -> row.profile() == profile && row.mode() == mode)
        .toList();
  }
}
