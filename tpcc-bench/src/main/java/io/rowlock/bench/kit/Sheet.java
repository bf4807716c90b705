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
import org.knowm.xchart.XYChart;
import org.knowm.xchart.internal.chartpart.Chart;

/** Charts of equal size in one picture. */
public record Sheet(int width, int height, int chartsInLine, List<Chart<?, ?>> charts) {
  static {
    // Before the first use of AWT: there may be no display.
    System.setProperty("java.awt.headless", "true");
  }

  public Sheet(int width, int height, int chartsInLine) {
    this(width, height, chartsInLine, new ArrayList<>());
  }

  /** Creates the charts of a sheet. */
  @FunctionalInterface
  public interface Drawing {
    Sheet draw() throws IOException;
  }

  /** Adds a chart for bars. */
  public CategoryChart bars(String title, String xAxis, String yAxis) {
    return add(new CategoryChart(width, height), title, xAxis, yAxis);
  }

  /** Adds a chart for lines. */
  public XYChart lines(String title, String xAxis, String yAxis) {
    return add(new XYChart(width, height), title, xAxis, yAxis);
  }

  private <C extends Chart<?, ?>> C add(C chart, String title, String xAxis, String yAxis) {
    chart.setTitle(title);
    chart.setXAxisTitle(xAxis);
    chart.setYAxisTitle(yAxis);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    charts.add(chart);
    return chart;
  }

  /** Returns the picture; an empty one without charts. */
  public byte[] png() throws IOException {
    int lines = Math.max(1, (charts.size() + chartsInLine - 1) / chartsInLine);
    BufferedImage picture =
        new BufferedImage(chartsInLine * width, lines * height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < charts.size(); i++) {
      var graphics = picture.createGraphics();
      graphics.translate(i % chartsInLine * width, i / chartsInLine * height);
      charts.get(i).paint(graphics, width, height);
      graphics.dispose();
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(picture, "png", png);
    return png.toByteArray();
  }

  /** Stages a picture; if the JDK has no fonts, only the picture is missing. */
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
