package io.rowlock.bench.tpcc.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.knowm.xchart.XYChart;

/** How many percent are answered within how many milliseconds; a line for each series. */
final class Distributions {
  /** Shorter ones are drawn as if they took this long, as the axis is logarithmic. */
  private static final double SHORTEST_MILLIS = 0.01;

  private final String title;
  private final Map<String, List<Double>> series = new LinkedHashMap<>();

  Distributions(String title) {
    this.title = title;
  }

  /** Nothing when it is empty. */
  void add(String name, Histogram micros) {
    if (micros.getTotalCount() > 0) {
      add(
          name,
          OperationClass.PERCENTILES.stream()
              .map(percentile -> Latency.percentile(micros, percentile))
              .toList());
    }
  }

  /** Milliseconds at {@link OperationClass#PERCENTILES}. */
  void add(String name, List<Double> quantiles) {
    series.put(name, quantiles);
  }

  void draw(Html page, Drawing drawing) {
    if (series.isEmpty()) {
      page.element("p", title + ": there was none.");
      return;
    }
    XYChart chart = Charts.lines(title, "milliseconds", "% answered within");
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisMax(100.0);
    series.forEach(
        (name, quantiles) -> {
          List<Double> millis = new ArrayList<>();
          quantiles.forEach(quantile -> millis.add(Math.max(SHORTEST_MILLIS, quantile)));
          Charts.line(chart, name, millis, OperationClass.PERCENTILES);
        });
    page.raw(drawing.svg(chart));
  }
}
