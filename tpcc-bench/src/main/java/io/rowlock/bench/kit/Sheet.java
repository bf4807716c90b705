package io.rowlock.bench.kit;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;

/** Charts of one size, line by line in one picture. */
public final class Sheet {

  private final int width;
  private final int height;
  private final int chartsInLine;
  private final List<Chart<?, ?>> charts = new ArrayList<>();

  /** Draws a sheet. */
  @FunctionalInterface
  public interface Drawing {
    Sheet draw() throws IOException;
  }

  public Sheet(int width, int height, int chartsInLine) {
    // Before the first use of AWT: there may be no display.
    System.setProperty("java.awt.headless", "true");
    this.width = width;
    this.height = height;
    this.chartsInLine = chartsInLine;
  }

  /** Adds a chart without bars yet. */
  public CategoryChart bars(String title, String xAxis, String yAxis) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(width)
            .height(height)
            .title(title)
            .xAxisTitle(xAxis)
            .yAxisTitle(yAxis)
            .build();
    return add(chart);
  }

  /** Adds a chart without lines yet. */
  public XYChart lines(String title, String xAxis, String yAxis) {
    XYChart chart =
        new XYChartBuilder()
            .width(width)
            .height(height)
            .title(title)
            .xAxisTitle(xAxis)
            .yAxisTitle(yAxis)
            .build();
    return add(chart);
  }

  private <C extends Chart<?, ?>> C add(C chart) {
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    charts.add(chart);
    return chart;
  }

  /** The length of a whisker: half the range of the rounds. */
  public static double whisker(Spread spread) {
    return (spread.max() - spread.min()) / 2;
  }

  /** Without charts, an empty picture of the size of one. */
  public byte[] png() throws IOException {
    int lines = Math.max(1, (charts.size() + chartsInLine - 1) / chartsInLine);
    BufferedImage picture =
        new BufferedImage(chartsInLine * width, lines * height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < charts.size(); i++) {
      var graphics = picture.createGraphics();
      try {
        graphics.translate(i % chartsInLine * width, i / chartsInLine * height);
        charts.get(i).paint(graphics, width, height);
      } finally {
        graphics.dispose();
      }
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(picture, "png", png);
    return png.toByteArray();
  }

  /** Stages a picture; a JDK without fonts costs the picture only, not the figures. */
  public static void stage(Drawing drawing, String file, ResultDirectory directory, PrintWriter out)
      throws IOException {
    try {
      directory.stage(file, drawing.draw().png());
    } catch (LinkageError | InternalError e) {
      directory.remove(file);
      out.println("No " + file + ", as this JDK cannot draw: " + e);
    }
  }
}
