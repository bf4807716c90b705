package io.rowlock.bench.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rowlock.bench.kit.Charts.Drawing;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.knowm.xchart.internal.chartpart.Chart;

/** A self-contained HTML page with charts. Text is escaped. */
public final class Page {
  private static final String STYLE =
      """
      body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1080px;
             margin: 2em auto; padding: 0 1em; }
      h1 { margin-bottom: 0.2em; }
      h2 { margin-top: 2em; border-bottom: 1px solid #ccc; }
      .warning { background: #fff3cd; border-left: 5px solid #e69f00; padding: 0.6em 1em; }
      .bad { background: #f8d7da; border-left: 5px solid #b00020; padding: 0.6em 1em; }
      .good { background: #e2f0e6; border-left: 5px solid #009e73; padding: 0.6em 1em; }
      .wide { overflow-x: auto; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0.8em 0; }
      th, td { padding: 0.25em 0.8em; border-bottom: 1px solid #e4e4e4; text-align: right;
               white-space: nowrap; }
      th:first-child, td:first-child { text-align: left; }
      th { border-bottom: 2px solid #999; }
      pre { overflow-x: auto; background: #f6f6f6; padding: 0.8em; font-size: 13px; }
      svg { max-width: 100%; height: auto; display: block; margin: 1em 0; }
      .note { color: #555; }
      """;

  private final StringBuilder body = new StringBuilder();
  private final Drawing drawing = new Drawing();

  static String escape(Object text) {
    return text.toString()
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Adds markup without escapes. */
  private Page raw(String markup) {
    body.append(markup).append('\n');
    return this;
  }

  public Page element(String tag, Object text) {
    return raw("<" + tag + ">" + escape(text) + "</" + tag + ">");
  }

  /** A paragraph of a class of the style sheet. */
  public Page paragraph(String styleClass, Object text) {
    return raw("<p class=\"" + styleClass + "\">" + escape(text) + "</p>");
  }

  public Page note(Object text) {
    return paragraph("note", text);
  }

  /** Begins a section. */
  public Page heading(String id, String title) {
    return raw("<h2 id=\"" + id + "\">" + escape(title) + "</h2>");
  }

  /** Adds a table: text in the first column, then numbers or short words; bars split names. */
  public Page table(String header, List<? extends List<?>> rows) {
    List<String> names = Splitter.on(" | ").splitToList(header);
    raw("<div class=\"wide\"><table><thead>").row("th", names).raw("</thead><tbody>");
    rows.forEach(row -> row("td", row));
    return raw("</tbody></table></div>");
  }

  /** A table of names and values. */
  public Page table(String header, Map<String, ?> facts) {
    return table(
        header, facts.entrySet().stream().map(e -> List.of(e.getKey(), e.getValue())).toList());
  }

  private Page row(String tag, List<?> cells) {
    StringBuilder row = new StringBuilder("<tr>");
    cells.forEach(cell -> row.append("<%s>%s</%1$s>".formatted(tag, escape(cell))));
    return raw(row.append("</tr>").toString());
  }

  public Page chart(Chart<?, ?> chart) {
    return raw(drawing.svg(chart));
  }

  public byte[] bytes(String title) {
    String page =
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8">
        <title>%s</title>
        <style>
        %s</style></head><body>
        %s
        </body></html>
        """;
    return page.formatted(escape(title), STYLE, body).getBytes(UTF_8);
  }
}
