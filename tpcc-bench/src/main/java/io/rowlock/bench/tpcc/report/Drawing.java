package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.awt.Dimension;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.HdrHistogram.Histogram;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.apache.batik.svggen.SVGIDGenerator;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.internal.chartpart.Chart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Makes charts into SVG that stands in one page: no two of them use a name twice. */
final class Drawing {
  private static final String SVG = "http://www.w3.org/2000/svg";

  /** After the point, of pixels. */
  private static final int DIGITS = 1;

  private final SVGIDGenerator names = new SVGIDGenerator();

  /** The element, with what people who cannot see it are told. */
  String svg(Chart<?, ?> chart) {
    Document document = document();
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setComment("");
    context.setPrecision(DIGITS);
    context.setIDGenerator(names);
    SVGGraphics2D graphics = new SVGGraphics2D(context, false);
    chart.paint(graphics, chart.getWidth(), chart.getHeight());
    graphics.setSVGCanvasSize(new Dimension(chart.getWidth(), chart.getHeight()));
    StringWriter text = new StringWriter();
    try {
      Element root = graphics.getRoot();
      unname(root);
      root.setAttribute("viewBox", "0 0 " + chart.getWidth() + " " + chart.getHeight());
      root.setAttribute("role", "img");
      root.setAttribute("aria-label", chart.getTitle());
      graphics.stream(root, text, true, false);
    } catch (SVGGraphics2DIOException e) {
      throw new UncheckedIOException(e);
    }
    String svg = text.toString();
    return svg.substring(svg.indexOf("<svg"));
  }

  /** Batik calls its definitions the same in every picture, and never refers to them. */
  private static void unname(Element root) {
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

  /** How many percent are answered within how many milliseconds; a line for each series. */
  static final class Distributions {
    /** Shorter ones are drawn as if they took this long, as the axis is logarithmic. */
    private static final double SHORTEST_MILLIS = 0.01;

    private final String title;
    private final Map<String, List<Double>> series = new LinkedHashMap<>();

    Distributions(String title) {
      this.title = title;
    }

    /** Nothing when it is empty. */
    void add(String name, Histogram micros) {
      if (micros.getTotalCount() > 0) {
        add(
            name,
            OperationClass.PERCENTILES.stream()
                .map(percentile -> Latency.percentile(micros, percentile))
                .toList());
      }
    }

    /** Milliseconds at {@link OperationClass#PERCENTILES}. */
    void add(String name, List<Double> quantiles) {
      series.put(name, quantiles);
    }

    void draw(Html page, Drawing drawing) {
      if (series.isEmpty()) {
        page.element("p", title + ": there was none.");
        return;
      }
      XYChart chart = Charts.lines(title, "milliseconds", "% answered within");
      chart.getStyler().setXAxisLogarithmic(true);
      chart.getStyler().setYAxisMax(100.0);
      series.forEach(
          (name, quantiles) -> {
            List<Double> millis = new ArrayList<>();
            quantiles.forEach(quantile -> millis.add(Math.max(SHORTEST_MILLIS, quantile)));
            Charts.line(chart, name, millis, OperationClass.PERCENTILES);
          });
      page.raw(drawing.svg(chart));
    }
  }
}
