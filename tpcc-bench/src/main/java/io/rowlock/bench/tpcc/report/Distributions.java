package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Charts;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.XYChart;

/** Charts of the distribution of latencies. */
final class Distributions {
  /** The lower limit of the logarithmic axis; shorter times are drawn with this value. */
  private static final double SHORTEST_MILLIS = 0.01;

  private Distributions() {}

  /**
   * Returns the percentage that is answered within a time.
   *
   * @param quantiles milliseconds at {@link OperationClasses.OperationClass#PERCENTILES}, by series
   */
  static XYChart chart(String title, Map<String, List<Double>> quantiles) {
    XYChart chart = Charts.lines(title, "milliseconds", "% answered within");
    chart.getStyler().setXAxisLogarithmic(true);
    chart.getStyler().setYAxisMax(100.0);
    quantiles.forEach(
        (name, times) -> {
          List<Double> millis = times.stream().map(t -> Math.max(SHORTEST_MILLIS, t)).toList();
          Charts.line(chart, name, millis, OperationClasses.OperationClass.PERCENTILES);
        });
    return chart;
  }
}
