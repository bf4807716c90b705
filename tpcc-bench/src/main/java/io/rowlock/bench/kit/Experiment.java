package io.rowlock.bench.kit;

import io.rowlock.bench.kit.Point.SeriesKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** How the points of an experiment are compared, judged and shown. */
public interface Experiment<S extends SeriesKey> {
  /** Returns the options, which become part of the results. */
  Object plan();

  /** Returns the comparisons between series that were measured. */
  default List<Ratio<S>> ratios(Points<S> points) {
    return List.of();
  }

  /** Returns the goals, as far as their series were measured. */
  List<Target> targets(Points<S> points);

  /** Prints the figures, but not the targets and checks. */
  void print(Results<S> results, PrintWriter out);

  /** Stages further files than {@code summary.json}. */
  default void stage(Results<S> results, ResultDirectory directory, PrintWriter out)
      throws IOException {}

  /** Returns all results. */
  default Results<S> judge(
      List<Environment> environments,
      Points<S> points,
      List<String> failedChecks,
      Map<String, Object> others) {
    return new Results<>(
        plan(),
        List.copyOf(environments),
        points.rows(),
        ratios(points),
        targets(points),
        List.copyOf(failedChecks),
        points,
        others);
  }

  /** Prints the results, and publishes all files. */
  default void publish(Results<S> results, ResultDirectory directory, PrintWriter out)
      throws IOException {
    print(results, out);
    results.printJudgement(out);
    directory.stageJson("summary.json", results);
    stage(results, directory, out);
    directory.publish(out);
  }

  /** Measures everything. */
  @FunctionalInterface
  interface Measuring<S extends SeriesKey> {
    Results<S> measure(PrintWriter out, PrintWriter err) throws IOException;
  }
}
