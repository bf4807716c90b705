package io.rowlock.bench.tpcc.report;

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
}
