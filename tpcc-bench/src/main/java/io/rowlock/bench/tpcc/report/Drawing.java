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

/** Converts charts to SVG for one page: no two of them use a name twice. */
final class Drawing {
  private static final String SVG = "http://www.w3.org/2000/svg";

  /** Digits of a pixel after the point. */
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

  /** Batik gives its definitions the same names in every picture, and never refers to them. */
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
