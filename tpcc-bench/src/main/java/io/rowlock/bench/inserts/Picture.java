package io.rowlock.bench.inserts;

import io.rowlock.bench.kit.Row;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.kit.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Inserts per second as bars: a group for ids and servers, a colour for each mode. */
final class Picture {
  private Picture() {}

  /** Medians; whiskers are as long as the rounds differ. */
  static Sheet of(List<Row<Series>> rows) {
    Sheet sheet = new Sheet(900, 480, 1);
    CategoryChart chart =
        sheet.bars(
            "Inserts of 400 bytes in 8 fields", "ids and region servers", "inserts per second");
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    Set<String> groups = new LinkedHashSet<>();
    Map<InsertMode, Map<String, Spread>> byMode = new LinkedHashMap<>();
    for (Row<Series> row : rows) {
      String group = row.series().ids() + ", " + row.series().servers();
      groups.add(group);
      byMode
          .computeIfAbsent(row.series().mode(), mode -> new LinkedHashMap<>())
          .put(group, row.spread(Series.INSERTS_PER_SECOND));
    }
    byMode.forEach((mode, ofMode) -> add(chart, mode, List.copyOf(groups), ofMode));
    return sheet;
  }

  private static void add(
      CategoryChart chart, InsertMode mode, List<String> groups, Map<String, Spread> spreads) {
    Spread none = new Spread(0, 0, 0);
    List<Double> medians = new ArrayList<>();
    List<Double> whiskers = new ArrayList<>();
    for (String group : groups) {
      Spread spread = spreads.getOrDefault(group, none);
      medians.add(spread.median());
      whiskers.add(Sheet.whisker(spread));
    }
    chart.addSeries(mode.label(), groups, medians, whiskers);
  }
}
