package io.rowlock.bench.kit;

import java.awt.Dimension;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGGraphics2DIOException;
import org.apache.batik.svggen.SVGIDGenerator;
import org.knowm.xchart.XYChart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Converts charts to SVG for one page, with unique names, and to files with pictures. */
public final class Pictures {
  private static final String SVG = "http://www.w3.org/2000/svg";

  /** Decimal places of a coordinate. */
  private static final int DIGITS = 1;

  private final SVGIDGenerator names = new SVGIDGenerator();

  Pictures() {}

  /** Makes the content of a file. */
  @FunctionalInterface
  public interface Drawing {
    byte[] draw() throws IOException;
  }

  /** Stages a file with charts; if the JDK has no fonts, only this file is missing. */
  public static void stage(Drawing drawing, String file, ResultDirectory directory, PrintWriter out)
      throws IOException {
    try {
      directory.stage(file, drawing.draw());
    } catch (LinkageError | InternalError e) {
      directory.remove(file);
      out.println("No " + file + ", as this JDK cannot draw: " + e);
    }
  }

  /** Returns a picture of charts, one below the other. */
  public static byte[] png(List<XYChart> charts) throws IOException {
    int width = charts.stream().mapToInt(XYChart::getWidth).max().orElse(1);
    int height = charts.stream().mapToInt(XYChart::getHeight).sum();
    BufferedImage picture =
        new BufferedImage(width, Math.max(1, height), BufferedImage.TYPE_INT_RGB);
    int top = 0;
    for (XYChart chart : charts) {
      var graphics = picture.createGraphics();
      graphics.translate(0, top);
      chart.paint(graphics, chart.getWidth(), chart.getHeight());
      graphics.dispose();
      top += chart.getHeight();
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    // A cache in a file needs a shutdown hook, which a process that is being stopped cannot add.
    ImageIO.setUseCache(false);
    ImageIO.write(picture, "png", png);
    return png.toByteArray();
  }

  /** Returns the element, with the title as its description for screen readers. */
  String svg(XYChart chart) {
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
