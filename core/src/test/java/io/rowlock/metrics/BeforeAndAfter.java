package io.rowlock.metrics;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Prints Markdown tables of one checkout, or of an earlier one and a later one. */
final class BeforeAndAfter {

  private static final String NONE = "-";

  private final boolean compares;
  private final PrintStream out;

  BeforeAndAfter(boolean compares, PrintStream out) {
    this.compares = compares;
    this.out = out;
  }

  /**
   * Prints a table.
   *
   * @param columns names of the first column, and of the numbers
   * @param before numbers by the name of the row, unused without a comparison
   * @param after the same, later
   */
  void print(
      List<String> columns, Map<String, List<Integer>> before, Map<String, List<Integer>> after) {
    Set<String> names = new TreeSet<>(after.keySet());
    names.addAll(compares ? before.keySet() : Set.of());
    List<List<String>> rows = new ArrayList<>();
    rows.add(columns);
    for (String name : names) {
      rows.add(row(name, columns.size() - 1, before.get(name), after.get(name)));
    }
    print(rows);
  }

  private List<String> row(
      String name, int numbers, @Nullable List<Integer> before, @Nullable List<Integer> after) {
    List<String> row = new ArrayList<>(List.of(name));
    for (int i = 0; i < numbers; i++) {
      String earlier = before == null ? NONE : before.get(i).toString();
      String later = after == null ? NONE : after.get(i).toString();
      row.add(!compares || earlier.equals(later) ? later : earlier + " -> " + later);
    }
    return row;
  }

  private void print(List<List<String>> rows) {
    List<Integer> widths =
        IntStream.range(0, rows.get(0).size())
            .mapToObj(at -> rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0))
            .toList();
    out.println();
    for (int i = 0; i < rows.size(); i++) {
      out.println(line(rows.get(i), widths));
      if (i == 0) {
        out.println(line(widths.stream().map("-"::repeat).toList(), widths));
      }
    }
  }

  private static String line(List<String> cells, List<Integer> widths) {
    StringBuilder line = new StringBuilder("|");
    for (int i = 0; i < cells.size(); i++) {
      line.append((" %-" + widths.get(i) + "s |").formatted(cells.get(i)));
    }
    return line.toString();
  }
}
