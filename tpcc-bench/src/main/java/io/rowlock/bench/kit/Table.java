package io.rowlock.bench.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The columns of a table that is printed as text or written as CSV. */
public final class Table<R> {

  private final List<Column<R>> columns = new ArrayList<>();

  /** What a series that has not settled supports is marked: it is no evidence. */
  interface Evidence {
    boolean settled();
  }

  /** A column; its width is negative for text on the left, and 0 in CSV. */
  private record Column<R>(String name, int width, Function<R, String> value) {

    String padded(String text) {
      return width == 0 ? text : String.format(Locale.ROOT, "%" + width + "s", text);
    }
  }

  /** Adds a CSV column of words or whole numbers. */
  public Table<R> column(String name, Function<R, ?> value) {
    return column(name, 0, value);
  }

  /** As {@link #column(String, Function)}, for text. */
  public Table<R> column(String name, int width, Function<R, ?> value) {
    columns.add(new Column<>(name, width, row -> String.valueOf(value.apply(row))));
    return this;
  }

  /** Adds a CSV column of numbers with this many digits after the point. */
  public Table<R> number(String name, int digits, ToDoubleFunction<R> value) {
    return number(name, 0, digits, value);
  }

  /** As {@link #number(String, int, ToDoubleFunction)}, for text. */
  public Table<R> number(String name, int width, int digits, ToDoubleFunction<R> value) {
    String format = "%." + digits + "f";
    return column(name, width, row -> String.format(Locale.ROOT, format, value.applyAsDouble(row)));
  }

  /** Returns the names of the columns and one line for each row. */
  public byte[] csv(Collection<? extends R> rows) {
    StringBuilder csv = new StringBuilder();
    csv.append(csvHeader()).append('\n');
    rows.forEach(row -> csv.append(csvLine(row)).append('\n'));
    return csv.toString().getBytes(UTF_8);
  }

  /** Returns the names of the columns, for a file that is written line by line. */
  public String csvHeader() {
    return columns.stream().map(Column::name).collect(Collectors.joining(","));
  }

  public String csvLine(R row) {
    return columns.stream()
        .map(column -> column.padded(column.value().apply(row)))
        .collect(Collectors.joining(","));
  }

  /** Returns these rows under a title, which replaces the name of the first column. */
  public Titled<R> of(String title, Collection<? extends R> rows) {
    return new Titled<>(this, title, List.copyOf(rows));
  }

  /** As {@link Titled#print}. */
  public void print(String title, Collection<? extends R> rows, PrintWriter out) {
    of(title, rows).print(out);
  }

  /** Rows of a table: the console and the page show the same text. */
  public record Titled<R>(Table<R> table, String title, List<R> rows) {
    List<String> names() {
      List<String> names = new ArrayList<>(table.columns.stream().map(Column::name).toList());
      names.set(0, title);
      return names;
    }

    List<List<String>> cells() {
      return rows.stream()
          .map(row -> table.marked(row).stream().map(String::strip).toList())
          .toList();
    }

    /** Prints an empty line, the names of the columns, and a line for each row. */
    void print(PrintWriter out) {
      List<String> names = names();
      String header =
          IntStream.range(0, names.size())
              .mapToObj(i -> table.columns.get(i).padded(names.get(i)))
              .collect(Collectors.joining(" "));
      out.printf("%n%s%n", header);
      rows.forEach(row -> out.println(String.join(" ", table.marked(row))));
    }
  }

  /** Returns the cells of a row; a star marks what is no evidence. */
  private List<String> marked(R row) {
    List<String> cells = new ArrayList<>();
    String mark = row instanceof Evidence evidence && !evidence.settled() ? " *" : "";
    for (Column<R> column : columns) {
      cells.add(column.padded(column.value().apply(row) + (cells.isEmpty() ? mark : "")));
    }
    return cells;
  }
}
