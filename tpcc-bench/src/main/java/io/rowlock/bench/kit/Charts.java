package io.rowlock.bench.kit;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Dimension;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.apache.batik.svggen.SVGIDGenerator;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.Styler;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The charts of the pages, in one style. */
public final class Charts {
  private static final float LINE = 2;
  private static final int LABELS_ACROSS = 90;

  /** Colours that colour-blind readers can distinguish. */
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

  private Charts() {}

  /** Returns a line chart; {@link #line} adds series. */
  public static XYChart lines(String title, String x, String y) {
    XYChart chart = sheet().lines(title, x, y);
    style(chart.getStyler());
    chart.getStyler().setYAxisMin(0.0);
    return chart;
  }

  public static void line(XYChart chart, String name, List<Double> x, List<Double> y) {
    var series = chart.addSeries(name, x, y);
    series.setLineWidth(LINE);
    series.setLineStyle(new BasicStroke(LINE));
    series.setMarker(SeriesMarkers.NONE);
  }

  /** Returns a bar chart. */
  public static CategoryChart bars(
      String title, String y, List<String> categories, Map<String, List<Double>> series) {
    CategoryChart chart = sheet().bars(title, "", y);
    style(chart.getStyler());
    boolean isLong = categories.stream().mapToInt(String::length).sum() > LABELS_ACROSS;
    chart.getStyler().setAvailableSpaceFill(0.8);
    chart.getStyler().setXAxisLabelRotation(isLong ? 30 : 0);
    chart.getStyler().setYAxisMin(0.0);
    series.forEach((name, values) -> chart.addSeries(name, categories, values));
    return chart;
  }

  private static Sheet sheet() {
    return new Sheet(1000, 380, 1);
  }

  private static void style(Styler styler) {
    styler.setPlotContentSize(0.94);
    styler.setLegendPosition(LegendPosition.OutsideE);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setSeriesColors(COLOURS);
  }

  /** Converts charts to SVG for one page, with unique names. */
  static final class Drawing {
    private static final String SVG = "http://www.w3.org/2000/svg";

    /** Decimal places of a coordinate. */
    private static final int DIGITS = 1;

    private final SVGIDGenerator names = new SVGIDGenerator();

    /** Returns the element, with the title as its description for screen readers. */
    String svg(Chart<?, ?> chart) {
      SVGGeneratorContext context = SVGGeneratorContext.createDefault(document());
      context.setComment("");
      context.setPrecision(DIGITS);
      context.setIDGenerator(names);
      SVGGraphics2D graphics = new SVGGraphics2D(context, false);
      chart.paint(graphics, chart.getWidth(), chart.getHeight());
      graphics.setSVGCanvasSize(new Dimension(chart.getWidth(), chart.getHeight()));
      StringWriter text = new StringWriter();
      try {
        Element root = graphics.getRoot();
        removeNames(root);
        root.setAttribute("viewBox", "0 0 " + chart.getWidth() + " " + chart.getHeight());
        root.setAttribute("role", "img");
        root.setAttribute("aria-label", chart.getTitle());
        graphics.stream(root, text, true, false);
      } catch (SVGGraphics2DIOException e) {
        throw new UncheckedIOException(e);
      }
      return text.toString().substring(text.toString().indexOf("<svg"));
    }

    /** Batik uses the same names in each picture, and never refers to them. */
    private static void removeNames(Element root) {
      NodeList definitions = root.getElementsByTagName("defs");
      for (int i = 0; i < definitions.getLength(); i++) {
        ((Element) definitions.item(i)).removeAttribute("id");
      }
    }

    private static Document document() {
      try {
        return DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .getDOMImplementation()
            .createDocument(SVG, "svg", null);
      } catch (ParserConfigurationException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
