package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.micro.scale.Part.PartName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** One chart for every part that was measured: medians of the rounds. */
final class Picture {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final Map<PartName, Axes> AXES =
      Map.of(
          PartName.ROWS,
          new Axes("rows", Subject::rows, true, Subject::workAndRegions),
          PartName.DELAY,
          new Axes("ms added to every request", Subject::delayMillis, false, Subject::work),
          PartName.HOT_ROW,
          new Axes("commits of the row before", Subject::commitsBefore, true, Subject::work),
          PartName.REGIONS,
          new Axes(
              "threads",
              Subject::threads,
              true,
              subject -> subject.workAndRegions() + ", +" + subject.delayMillis() + " ms"),
          PartName.SERVERS,
          new Axes(
              "threads",
              Subject::threads,
              true,
              subject -> subject.servers() + " servers, +" + subject.delayMillis() + " ms"));

  private Picture() {}

  /** What a part's chart shows. */
  private record Axes(
      String name,
      ToDoubleFunction<Subject> x,
      boolean isLogarithmic,
      Function<Subject, String> line) {}

  /** Nothing to be drawn makes an empty sheet. */
  static Sheet of(List<Row<Subject>> rows) {
    Sheet sheet = new Sheet(760, 480, 1);
    for (PartName part : PartName.values()) {
      List<Row<Subject>> ofPart = rows.stream().filter(row -> row.series().part() == part).toList();
      Axes axes = AXES.get(part);
      if (axes != null && !ofPart.isEmpty()) {
        draw(part, axes, ofPart, sheet);
      }
    }
    return sheet;
  }

  private static void draw(PartName part, Axes axes, List<Row<Subject>> rows, Sheet sheet) {
    boolean isThroughput = part == PartName.REGIONS || part == PartName.SERVERS;
    String y = isThroughput ? "transactions per second" : "median latency, ms";
    XYChart chart = sheet.lines(part.label(), axes.name(), y);
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setXAxisLogarithmic(axes.isLogarithmic());
    chart.getStyler().setYAxisLogarithmic(part == PartName.ROWS);
    Map<String, List<Row<Subject>>> lines = new LinkedHashMap<>();
    for (Row<Subject> row : rows) {
      lines.computeIfAbsent(axes.line().apply(row.series()), name -> new ArrayList<>()).add(row);
    }
    ToDoubleFunction<Row<Subject>> value = isThroughput ? Picture::throughput : Picture::millis;
    lines.forEach(
        (name, line) ->
            chart.addSeries(
                name,
                line.stream().mapToDouble(row -> axes.x().applyAsDouble(row.series())).toArray(),
                line.stream().mapToDouble(value).toArray()));
  }

  private static double millis(Row<Subject> row) {
    return row.median(Figure.P50_MICROS) / MICROS_PER_MILLI;
  }

  private static double throughput(Row<Subject> row) {
    return row.median(Figure.TX_PER_SECOND);
  }
}
