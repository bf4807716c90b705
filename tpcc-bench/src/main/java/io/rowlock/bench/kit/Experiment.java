package io.rowlock.bench.kit;

import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Points.Ratio;
import io.rowlock.bench.kit.Table.Titled;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.knowm.xchart.XYChart;

/**
 * How the points of an experiment are compared, judged and shown: the console, the page and the
 * picture show the same figures.
 */
public interface Experiment<S extends SeriesKey> {
  String PAGE = "report.html";

  /** Returns the options, which become part of the results. */
  Object plan();

  /** Returns the title of the page. */
  String title();

  /** Returns what was asked, in a sentence. */
  String question();

  /** Returns the answer, in a sentence or two. */
  default String answer(Results<S> results) {
    return results.answer();
  }

  /** Returns the comparisons between series that were measured. */
  default List<Ratio<S>> ratios(Points<S> points) {
    return List.of();
  }

  /** Returns the goals, as far as their series were measured. */
  List<Target> targets(Points<S> points);

  /** Returns all tables. */
  List<Titled<?>> tables(Results<S> results);

  /** Returns further sentences. */
  default List<String> sentences(Results<S> results) {
    return List.of();
  }

  default List<XYChart> charts(Results<S> results) {
    return List.of();
  }

  /** Adds sections that only this experiment has. */
  default void addTo(Page page) {}

  /** Returns what a reader must know before any figure, with classes of {@link Page}. */
  default Map<String, String> notices() {
    return Map.of();
  }

  /** Stages further files than {@code summary.json} and the page. */
  default void stage(Results<S> results, ResultDirectory directory, PrintWriter out)
      throws IOException {}

  /** Returns the name of the file with all results. */
  default String file() {
    return "summary.json";
  }

  /** Returns all results. */
  default Results<S> judge(
      List<Environment> environments,
      Points<S> points,
      List<String> failedChecks,
      Map<String, Object> others,
      @Nullable String partial) {
    return new Results<>(
        plan(),
        List.copyOf(environments),
        points.rows(),
        ratios(points),
        partial == null ? targets(points) : List.of(),
        List.copyOf(failedChecks),
        points,
        others,
        partial);
  }

  /** Publishes the figures first, then the drawings; prints last, so what is printed is kept. */
  default void publish(Results<S> results, ResultDirectory directory, PrintWriter out)
      throws IOException {
    directory.stageJson(file(), results);
    directory.publish();
    Pictures.stage(() -> page(results), PAGE, directory, out);
    stage(results, directory, out);
    directory.publish();
    tables(results).forEach(table -> table.print(out));
    results.printRatios(out);
    sentences(results).forEach(out::println);
    notices().keySet().forEach(out::println);
    results.printJudgement(out);
    out.println("Results: " + directory + ", start with " + PAGE);
    out.flush();
  }

  /** Returns the page. */
  default byte[] page(Results<S> results) {
    Page page = new Page().opening(title(), question(), answer(results));
    results.addWarnings(page);
    notices().forEach((sentence, style) -> page.paragraph(style, sentence));
    tables(results).forEach(page::table);
    page.note("Figures are medians of the rounds, here and on the console.");
    sentences(results).forEach(page::note);
    charts(results).forEach(page::chart);
    results.addComparisons(page);
    addTo(page);
    page.heading("configuration", "Configuration").facts("setting", plan());
    results.environments().forEach(one -> page.facts("environment", one));
    return page.bytes(title());
  }

  /** Measures everything. */
  @FunctionalInterface
  interface Measuring<S extends SeriesKey> {
    void measure(Measurements<S> all, PrintWriter out, PrintWriter err) throws IOException;
  }
}
