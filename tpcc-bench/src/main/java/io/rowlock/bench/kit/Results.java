package io.rowlock.bench.kit;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Points.Ratio;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All results of an experiment: the content of {@code summary.json}.
 *
 * @param environments of its clusters
 * @param failedChecks sentences
 * @param others what only this experiment has, by its name in the file
 * @param partial null if all was measured; else a sentence
 */
public record Results<S extends SeriesKey>(
    Object configuration,
    List<Environment> environments,
    List<Row<S>> rows,
    List<Ratio<S>> ratios,
    List<Target> targets,
    List<String> failedChecks,
    Points<S> points,
    Map<String, Object> others,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String partial) {

  private static final Table<Ratio<?>> RATIOS =
      new Table<Ratio<?>>()
          .column("", ratio -> ratio.series() + " / " + ratio.over())
          .column("of", ratio -> ratio.figure().name())
          .number("median", 2, ratio -> ratio.spread().median())
          .number("smallest", 2, ratio -> ratio.spread().min())
          .number("largest", 2, ratio -> ratio.spread().max());

  private static final Table<Target> TARGETS =
      new Table<Target>()
          .column("", Target::what)
          .number("measured", 3, Target::measured)
          .column("should be", Target::should)
          .column("verdict", Target::verdict);

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

  void printRatios(PrintWriter out) {
    out.println();
    ratios.forEach(
        ratio ->
            out.println(ratio + ": " + ratio.spread().times() + (ratio.settled() ? "" : " *")));
    unsettled().ifPresent(out::println);
  }

  void printJudgement(PrintWriter out) {
    out.println();
    targets.forEach(out::println);
    failedChecks.forEach(check -> out.println("A CHECK FAILED: " + check));
    if (partial != null) {
      out.println(partial);
    }
  }

  /** Returns the throughput of modes over that of others, and what became of the goals. */
  public String answer() {
    Figure perSecond = rows.get(0).figures().keySet().iterator().next();
    Map<String, List<Spread>> ofModes = new LinkedHashMap<>();
    for (Ratio<S> ratio : ratios) {
      String subject = ratio.series().subject();
      String over = ratio.over().subject();
      if (ratio.figure().equals(perSecond) && !subject.equals(over)) {
        ofModes
            .computeIfAbsent(subject + " / " + over, any -> new ArrayList<>())
            .add(ratio.spread());
      }
    }
    String throughput =
        ofModes.entrySet().stream()
            .map(one -> one.getKey() + " " + range(one.getValue()))
            .collect(Collectors.joining(", "));
    return throughput.isEmpty()
        ? "%s: %.1f per second. %s"
            .formatted(rows.get(0).series(), rows.get(0).median(perSecond), goals())
        : "Throughput: " + throughput + ". " + goals();
  }

  private static String range(List<Spread> spreads) {
    if (spreads.size() == 1) {
      return spreads.get(0).times();
    }
    var medians = spreads.stream().mapToDouble(Spread::median).summaryStatistics();
    return String.format(Locale.ROOT, "%.2fx to %.2fx", medians.getMin(), medians.getMax());
  }

  /** Returns what became of the goals, in a sentence. */
  public String goals() {
    long unknown = targets.stream().filter(target -> !target.settled()).count();
    long missed = targets.stream().filter(target -> !target.isShown()).count() - unknown;
    if (targets.isEmpty()) {
      return "";
    }
    String judged =
        missed + unknown == 0
            ? "Goals met: all %d.".formatted(targets.size())
            : "Goals missed: %d of %d.".formatted(missed, targets.size());
    return unknown == 0 ? judged : judged + " Without evidence: %d.".formatted(unknown);
  }

  /** Explains the stars in tables; empty if there are none. */
  private Optional<String> unsettled() {
    String names =
        rows.stream()
            .filter(row -> !row.settled())
            .map(row -> row.series().toString())
            .collect(Collectors.joining("; "));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "* Not settled, so no evidence: throughput still rose, or the clients still compiled: "
                + names);
  }

  /** Adds what a reader must know before any figure. */
  void addWarnings(Page page) {
    unsettled().ifPresent(sentence -> page.paragraph("warning", sentence));
    if (partial != null) {
      page.paragraph("warning", partial);
    }
    failedChecks.forEach(check -> page.paragraph("bad", "A check failed: " + check));
  }

  void addComparisons(Page page) {
    if (!ratios.isEmpty() || !targets.isEmpty()) {
      page.heading("comparison", "Comparison");
    }
    if (!ratios.isEmpty()) {
      page.table(RATIOS.of("ratio, round by round", ratios));
    }
    if (!targets.isEmpty()) {
      page.table(TARGETS.of("goal", targets));
    }
  }
}
