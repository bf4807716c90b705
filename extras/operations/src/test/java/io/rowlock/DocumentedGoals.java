package io.rowlock;

import static io.rowlock.MeasuredFolder.NOT_MEASURED;
import static io.rowlock.MeasuredFolder.isSettled;
import static io.rowlock.MeasuredFolder.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The rows of the table of goals, as the benchmarks have judged them. */
record DocumentedGoals(List<MeasuredFolder> folders) {
  private static final List<String> PROFILES = List.of("practical, ", "worst-case, ");
  private static final String FAILURES = "failures, at most of all series";

  /** Below this, two digits would hide a limit. */
  private static final double SMALL = 0.01;

  /** A row for each goal: both profiles share it, and all failures of a folder. */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (MeasuredFolder folder : folders) {
      String link = folder.link("../benchmarks/");
      Map<String, List<JsonObject>> byName =
          folder
              .figures("targets")
              .collect(
                  Collectors.groupingBy(
                      DocumentedGoals::name, LinkedHashMap::new, Collectors.toList()));
      byName.forEach((name, targets) -> rows.add(row(name, targets, link)));
    }
    rows.addAll(DocumentedCold.of(folders).goals("../benchmarks/"));
    String missing =
        folders.stream()
            .filter(folder -> !folder.isMeasured())
            .map(folder -> folder.link("../benchmarks/"))
            .collect(Collectors.joining(", "));
    if (!missing.isEmpty()) {
      rows.add(List.of("all of the other parts", "", NOT_MEASURED, "", missing));
    }
    return rows;
  }

  private static String name(JsonObject target) {
    String what = text(target, "what");
    if (what.endsWith(", failures") || what.endsWith(", failed after all retries")) {
      return FAILURES;
    }
    String profile = PROFILES.stream().filter(what::startsWith).findFirst().orElse("");
    return what.substring(profile.length());
  }

  private static List<String> row(String name, List<JsonObject> targets, String link) {
    List<JsonObject> shown = name.equals(FAILURES) ? List.of(worst(targets)) : targets;
    String bound = text(shown.get(0), "bound").equals("AT_MOST") ? "at most " : "at least ";
    return List.of(
        shown.size() > 1 ? "both profiles: " + name : name(name, shown.get(0)),
        bound + join(shown, target -> number(target, "limit")),
        join(shown, target -> number(target, "measured")),
        join(shown, DocumentedGoals::verdict),
        link);
  }

  private static String name(String name, JsonObject only) {
    return name.equals(FAILURES) ? name : text(only, "what");
  }

  private static JsonObject worst(List<JsonObject> targets) {
    return targets.stream()
        .reduce((a, b) -> a.get("measured").getAsDouble() < b.get("measured").getAsDouble() ? b : a)
        .orElseThrow();
  }

  /** What all have in common is said once. */
  private static String join(List<JsonObject> targets, Function<JsonObject, String> cell) {
    List<String> cells = targets.stream().map(cell).toList();
    return String.join("; ", cells.stream().distinct().count() == 1 ? cells.subList(0, 1) : cells);
  }

  private static String number(JsonObject target, String name) {
    double value = target.get(name).getAsDouble();
    return value > 0 && value < SMALL
        ? String.format(Locale.ROOT, "%.4f", value)
        : String.format(Locale.ROOT, "%.2f", value);
  }

  private static String verdict(JsonObject target) {
    if (!isSettled(target)) {
      return "no evidence";
    }
    return target.get("met").getAsBoolean() ? "met" : "**missed**";
  }
}
