package io.rowlock.bench.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;
import org.knowm.xchart.XYChart;

/** A self-contained HTML page with charts. Text is escaped. */
public final class Page {
  private static final String STYLE =
      """
      @page { size: A4 landscape; margin: 12mm; }
      body { font: 15px/1.45 system-ui, sans-serif; color: #222; max-width: 1400px;
             margin: 2em auto; padding: 0 1em; }
      p, pre { max-width: 1000px; }
      h1 { margin-bottom: 0.2em; }
      h2 { margin-top: 2em; border-bottom: 1px solid #ccc; break-after: avoid; }
      .asked { color: #555; margin-top: 0; }
      .answer { font-size: 1.2em; }
      .warning, .bad, .good { padding: 0.6em 1em; }
      .warning { background: #fff3cd; border-left: 5px solid #e69f00; }
      .bad { background: #f8d7da; border-left: 5px solid #b00020; }
      .good { background: #e2f0e6; border-left: 5px solid #009e73; }
      table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0.8em 0;
              font-size: 14px; }
      th, td { padding: 0.25em 0.6em; border-bottom: 1px solid #e4e4e4; text-align: right; }
      td { white-space: nowrap; }
      td.text, th.text { text-align: left; white-space: normal; overflow-wrap: anywhere; }
      th { border-bottom: 2px solid #999; vertical-align: bottom; }
      tr, svg, p { break-inside: avoid; }
      pre { white-space: pre-wrap; background: #f6f6f6; padding: 0.8em; font-size: 13px; }
      svg { max-width: 1000px; width: 100%; height: auto; display: block; margin: 1em 0; }
      .note { color: #555; }
      @media print { body { font-size: 12px; margin: 0; padding: 0; max-width: none; }
                     table { font-size: 11px; } svg { max-width: 850px; }
                     * { print-color-adjust: exact; } }
      """;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Also several numbers with units, such as a ratio and its range. */
  private static final Pattern NUMBER = Pattern.compile("[-+(]?\\d[\\d.,x]*( .{0,24})?|-?");

  private final StringBuilder body = new StringBuilder();
  private final Pictures pictures = new Pictures();

  /** The opening of every page: what was asked, and the answer in a sentence. */
  public Page opening(String title, String asked, String answer) {
    return element("h1", title).paragraph("asked", asked).paragraph("answer", answer);
  }

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

  /** Adds a table of text, and of numbers on the right; bars split names. */
  public Page table(String header, List<? extends List<?>> rows) {
    return table(Splitter.on(" | ").splitToList(header), rows);
  }

  /** Adds the columns that the console shows, of which the title replaces the first name. */
  <R> Page table(Table.Titled<R> table) {
    return table(table.names(), table.cells());
  }

  private Page table(List<String> names, List<? extends List<?>> rows) {
    List<Boolean> areTexts =
        IntStream.range(0, names.size())
            .mapToObj(i -> i == 0 || rows.stream().anyMatch(row -> isText(row.get(i))))
            .toList();
    raw("<table><thead>").row("th", names, areTexts).raw("</thead><tbody>");
    rows.forEach(row -> row("td", row, areTexts));
    return raw("</tbody></table>");
  }

  private static boolean isText(Object cell) {
    return !NUMBER.matcher(cell.toString()).matches();
  }

  /** A table of names and values. */
  public Page table(String header, Map<String, ?> facts) {
    return table(
        header, facts.entrySet().stream().map(e -> List.of(e.getKey(), e.getValue())).toList());
  }

  /** A table of all fields of a record and of those in it, by their paths. */
  public Page facts(String name, Object thing) {
    Map<String, String> facts = new LinkedHashMap<>();
    addFacts(facts, "", JSON.valueToTree(thing));
    return table(name + " | value", facts);
  }

  private static void addFacts(Map<String, String> facts, String path, JsonNode node) {
    if (node.isObject()) {
      String prefix = path.isEmpty() ? "" : path + ".";
      node.fields().forEachRemaining(f -> addFacts(facts, prefix + f.getKey(), f.getValue()));
    } else {
      facts.put(path, node.isValueNode() ? node.asText() : node.toString());
    }
  }

  private Page row(String tag, List<?> cells, List<Boolean> areTexts) {
    StringBuilder row = new StringBuilder("<tr>");
    for (int i = 0; i < cells.size(); i++) {
      row.append("<" + tag + (areTexts.get(i) ? " class=\"text\">" : ">"))
          .append(escape(cells.get(i)))
          .append("</" + tag + ">");
    }
    return raw(row.append("</tr>").toString());
  }

  public Page chart(XYChart chart) {
    return raw(pictures.svg(chart));
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
