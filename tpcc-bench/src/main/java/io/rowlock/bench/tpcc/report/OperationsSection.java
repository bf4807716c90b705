package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.kit.Charts;
import io.rowlock.bench.kit.Page;
import io.rowlock.bench.kit.Sheet;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The section of {@link Report} with the times by class of operation. */
final class OperationsSection {
  private static final String REQUESTS = "Latency of requests";

  private OperationsSection() {}

  static void add(Page page, List<OperationClass> classes) {
    page.heading("operations", "Where the time went");
    addPhases(page, scope(classes, OperationClass.PHASE));
    addRequests(page, scope(classes, OperationClass.REQUEST));
  }

  private static List<OperationClass> scope(List<OperationClass> classes, String scope) {
    return classes.stream().filter(one -> one.scope().equals(scope)).toList();
  }

  private static void addPhases(Page page, List<OperationClass> classes) {
    page.element("h3", "Phases of business transactions");
    page.note(
        "What the thread that ran a transaction did or waited for; phases add up to its latency."
            + " Roll-forwards and roll-backs run in the background and are in none.");
    if (classes.isEmpty()) {
      page.element("p", "None were measured.");
      return;
    }
    List<String> types = classes.stream().map(OperationClass::type).distinct().toList();
    List<String> names =
        classes.stream()
            .map(OperationClass::name)
            .filter(name -> !name.equals(OperationClass.TRANSACTION))
            .distinct()
            .toList();
    Map<String, List<Double>> shares = new LinkedHashMap<>();
    for (String name : names) {
      shares.put(
          name, types.stream().map(t -> sum(classes, t, name, OperationClass::percent)).toList());
    }
    page.chart(Charts.bars("Shares of the latency", "%", types, shares, true));
    addMeans(page, classes, types, names);
  }

  /** Milliseconds per transaction, averaged over all transactions. */
  private static void addMeans(
      Page page, List<OperationClass> classes, List<String> types, List<String> names) {
    List<String> lines = new ArrayList<>(names);
    lines.add(OperationClass.TRANSACTION);
    List<List<String>> rows = new ArrayList<>();
    for (String name : lines) {
      Number[] means =
          types.stream()
              .map(
                  type ->
                      sum(classes, type, name, OperationClass::total)
                          / sum(classes, type, OperationClass.TRANSACTION, OperationClass::count))
              .toArray(Number[]::new);
      rows.add(Numbers.row(name, means));
    }
    page.table("mean ms per transaction | " + String.join(" | ", types), rows);
  }

  private static double sum(
      List<OperationClass> classes,
      String type,
      String name,
      ToDoubleFunction<OperationClass> value) {
    return classes.stream()
        .filter(one -> one.type().equals(type) && one.name().equals(name))
        .mapToDouble(value)
        .sum();
  }

  private static void addRequests(Page page, List<OperationClass> requests) {
    page.element("h3", "Requests to region servers");
    page.note(
        "From the sending to the answer. Requests of a commit overlap, so these times do not add"
            + " up to anything.");
    List<List<String>> rows = new ArrayList<>();
    for (OperationClass one : requests) {
      rows.add(
          Numbers.row(
              one.name(), one.count(), one.mean(), one.p50(), one.p95(), one.p99(), one.max()));
    }
    Distributions.add(page, REQUESTS, quantiles(requests));
    page.table("class | count | mean ms | p50 | p95 | p99 | max", rows);
  }

  private static Map<String, List<Double>> quantiles(List<OperationClass> requests) {
    Map<String, List<Double>> quantiles = new LinkedHashMap<>();
    requests.forEach(one -> quantiles.put(one.name(), one.quantiles()));
    return quantiles;
  }

  /** Returns the picture of the latencies of requests, of a run that sent some. */
  static Sheet picture(List<OperationClass> classes) {
    Sheet sheet = new Sheet(1000, 480, 1);
    sheet
        .charts()
        .add(Distributions.chart(REQUESTS, quantiles(scope(classes, OperationClass.REQUEST))));
    return sheet;
  }
}
