package io.rowlock;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hbase.thirdparty.com.google.common.base.Splitter;

/**
 * A table of a page, its rows by their first cells.
 *
 * @param head the names of the columns
 */
record PageTable(List<String> head, Map<String, List<String>> rows) {

  /** Marks a cell that has no description yet. */
  static final String UNSAID = "(not said yet)";

  static PageTable parse(String text) {
    List<List<String>> lines = text.lines().map(PageTable::cells).toList();
    Map<String, List<String>> rows = new LinkedHashMap<>();
    lines.stream().skip(2).forEach(cells -> rows.put(cells.get(0), cells));
    return new PageTable(lines.get(0), rows);
  }

  private static List<String> cells(String line) {
    return Splitter.on(" | ").trimResults().splitToList(line.substring(2, line.length() - 2));
  }

  /**
   * Returns the same table with exactly these rows, in their present order; new ones at the end.
   *
   * @param decided the first cells of each
   * @param kept rows that stay as they are
   */
  PageTable with(List<List<String>> decided, Set<String> kept) {
    Map<String, List<String>> byName = new LinkedHashMap<>();
    decided.forEach(cells -> byName.put(cells.get(0), cells));
    Map<String, List<String>> renewed = new LinkedHashMap<>();
    rows.forEach(
        (name, cells) -> {
          if (byName.containsKey(name)) {
            renewed.put(name, renewed(byName.get(name), cells));
          } else if (kept.contains(name)) {
            renewed.put(name, cells);
          }
        });
    byName.forEach((name, cells) -> renewed.putIfAbsent(name, renewed(cells, List.of())));
    return new PageTable(head, renewed);
  }

  /** Returns a table with the heading of this text and exactly these rows. */
  static String whole(String text, List<List<String>> rows) {
    String head = text.lines().limit(2).map(line -> line + "\n").collect(joining());
    return head + rows.stream().map(PageTable::line).collect(joining());
  }

  private List<String> renewed(List<String> decided, List<String> before) {
    List<String> cells = new ArrayList<>(decided);
    for (int i = cells.size(); i < head.size(); i++) {
      cells.add(i < before.size() ? before.get(i) : UNSAID);
    }
    return cells;
  }

  @Override
  public String toString() {
    return line(head)
        + line(head.stream().map(column -> "---").toList())
        + rows.values().stream().map(PageTable::line).collect(joining());
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |\n";
  }
}
