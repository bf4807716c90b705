package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.report.Drawing.Distributions;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** Where the time went. */
final class OperationsSection {
  private OperationsSection() {}

  static void add(Html page, Drawing drawing, RunResult result) {
    page.heading("operations", "Where the time went");
    addPhases(page, drawing, result.ops());
    addRequests(page, drawing, result.ops());
  }

  private static void addPhases(Html page, Drawing drawing, List<OperationClass> all) {
    List<OperationClass> classes = scope(all, OperationClass.PHASE);
    page.element("h3", "Phases of business transactions");
    page.element(
        "p",
        "note",
        "What the thread that ran a transaction did or waited for; phases add up to its latency."
            + " Roll-forwards and roll-backs happen behind its back and are in none.");
    if (classes.isEmpty()) {
      page.element("p", "None were measured.");
      return;
    }
    Set<String> types = new LinkedHashSet<>();
    Set<String> names = new LinkedHashSet<>();
    for (OperationClass one : classes) {
      types.add(one.type());
      if (!one.name().equals(OperationClass.TRANSACTION)) {
        names.add(one.name());
      }
    }
    Map<String, List<Double>> shares = new LinkedHashMap<>();
    names.forEach(
        name ->
            shares.put(
                name,
                types.stream()
                    .map(type -> sum(classes, type, name, OperationClass::percent))
                    .toList()));
    page.raw(
        drawing.svg(Charts.bars("Shares of the latency", "%", List.copyOf(types), shares, true)));
    addMeans(page, classes, types, names);
  }

  /** Milliseconds of each transaction, those without the phase included. */
  private static void addMeans(
      Html page, List<OperationClass> classes, Set<String> types, Set<String> names) {
    List<String> header = new ArrayList<>(List.of("mean ms per transaction"));
    header.addAll(types);
    List<String> lines = new ArrayList<>(names);
    lines.add(OperationClass.TRANSACTION);
    List<List<String>> rows = new ArrayList<>();
    for (String name : lines) {
      List<String> row = new ArrayList<>(List.of(name));
      for (String type : types) {
        double count = sum(classes, type, OperationClass.TRANSACTION, OperationClass::count);
        row.add(Numbers.of(sum(classes, type, name, OperationClass::total) / count));
      }
      rows.add(row);
    }
    page.table(header, rows);
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

  private static void addRequests(Html page, Drawing drawing, List<OperationClass> all) {
    page.element("h3", "Requests to region servers");
    page.element(
        "p",
        "note",
        "From the sending to the answer. Requests of a commit overlap, so these times do not add"
            + " up to anything.");
    Distributions distributions = new Distributions("Latency of requests");
    List<List<String>> rows = new ArrayList<>();
    for (OperationClass request : scope(all, OperationClass.REQUEST)) {
      distributions.add(request.name(), request.quantiles());
      rows.add(
          Numbers.row(
              request.name(),
              request.count(),
              request.mean(),
              request.p50(),
              request.p95(),
              request.p99(),
              request.max()));
    }
    distributions.draw(page, drawing);
    page.table(List.of("class", "count", "mean ms", "p50", "p95", "p99", "max"), rows);
  }

  private static List<OperationClass> scope(List<OperationClass> classes, String scope) {
    return classes.stream().filter(one -> one.scope().equals(scope)).toList();
  }
}
