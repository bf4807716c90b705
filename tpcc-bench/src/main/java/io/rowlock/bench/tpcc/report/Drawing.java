package io.rowlock.bench.tpcc.report;

import java.awt.Dimension;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.apache.batik.svggen.SVGIDGenerator;
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
}
