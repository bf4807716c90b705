package io.rowlock.bench.tpcc.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;

/** A page that is being written. Text is escaped. */
final class Html {
  private final StringBuilder page = new StringBuilder();

  /** As it stands in a page. */
  static String escape(Object text) {
    return text.toString()
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Markup of the program's own. */
  Html raw(String markup) {
    page.append(markup).append('\n');
    return this;
  }

  Html element(String tag, Object text) {
    return raw("<" + tag + ">" + escape(text) + "</" + tag + ">");
  }

  /** Of a class that the style sheet knows. */
  Html element(String tag, String styleClass, Object text) {
    return raw("<" + tag + " class=\"" + styleClass + "\">" + escape(text) + "</" + tag + ">");
  }

  /** Begins a part of the page. */
  Html heading(String id, String title) {
    return raw("<h2 id=\"" + id + "\">" + escape(title) + "</h2>");
  }

  /** The first column is text, the others are numbers or short words. */
  Html table(List<String> header, List<? extends List<?>> rows) {
    raw("<div class=\"wide\"><table><thead>").row("th", header).raw("</thead><tbody>");
    rows.forEach(row -> row("td", row));
    return raw("</tbody></table></div>");
  }

  private Html row(String tag, List<?> cells) {
    StringBuilder row = new StringBuilder("<tr>");
    cells.forEach(
        cell ->
            row.append('<')
                .append(tag)
                .append('>')
                .append(escape(cell))
                .append("</")
                .append(tag)
                .append('>'));
    return raw(row.append("</tr>").toString());
  }

  @Override
  public String toString() {
    return page.toString();
  }

  /** The frame of a page that needs nothing from elsewhere. */
  static final class Page {
    private static final String STYLE =
        """
        body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1080px;
               margin: 2em auto; padding: 0 1em; }
        h1 { margin-bottom: 0.2em; }
        h2 { margin-top: 2em; border-bottom: 1px solid #ccc; }
        .warning { background: #fff3cd; border-left: 5px solid #e69f00; padding: 0.6em 1em; }
        .bad { background: #f8d7da; border-left: 5px solid #b00020; padding: 0.6em 1em; }
        .good { background: #e2f0e6; border-left: 5px solid #009e73; padding: 0.6em 1em; }
        .figures { display: flex; flex-wrap: wrap; gap: 0.8em; margin: 1em 0; }
        .figures div { border: 1px solid #ddd; border-radius: 6px; padding: 0.5em 1em; }
        .figures b { display: block; font-size: 1.5em; }
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

    private Page() {}

    static byte[] of(String title, Html body) {
      String page =
          new Html()
              .raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
              .element("title", title)
              .raw("<style>\n" + STYLE + "</style></head><body>")
              .raw(body.toString())
              .raw("</body></html>")
              .toString();
      return page.getBytes(UTF_8);
    }
  }
}
