package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.rowlock.bench.kit.Point.SeriesKey;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/**
 * All results of an experiment: the content of {@code summary.json}.
 *
 * @param environments of its clusters
 * @param failedChecks sentences
 * @param others what only this experiment has, by its name in the file
 */
public record Results<S extends SeriesKey>(
    Object configuration,
    List<Environment> environments,
    List<Row<S>> rows,
    List<Ratio<S>> ratios,
    List<Target> targets,
    List<String> failedChecks,
    Points<S> points,
    Map<String, Object> others) {

  @Override
  @JsonAnyGetter
  public Map<String, Object> others() {
    return others;
  }

  /** Returns a list among the others; an empty one if there is none. */
  public <T> List<T> others(String name, Class<T> type) {
    return others.get(name) instanceof List<?> list
        ? list.stream().map(type::cast).toList()
        : List.of();
  }

  public void printRatios(PrintWriter out) {
    out.println();
    ratios.forEach(ratio -> out.println(ratio + ": " + ratio.spread().times()));
  }

  void printJudgement(PrintWriter out) {
    out.println();
    targets.forEach(out::println);
    failedChecks.forEach(check -> out.println("A CHECK FAILED: " + check));
  }
}
