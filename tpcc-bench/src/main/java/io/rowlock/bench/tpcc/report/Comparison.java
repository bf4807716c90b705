package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.access.Phase;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What differs between two runs.
 *
 * @param settings that are not equal, those of the environment among them
 */
record Comparison(List<Difference> settings, List<Group> groups) {

  /** A setting, as it is in each of them. */
  record Difference(String name, String first, String second) {}

  /** Figures that belong together. */
  record Group(String title, List<Figure> figures) {}

  /** A figure of each of them. */
  record Figure(String name, double first, double second) {
    String ratio() {
      return Numbers.ratio(first, second);
    }
  }

  static Comparison of(RunResult first, RunResult second) {
    return new Comparison(
        settings(first, second),
        List.of(
            new Group("Throughput", throughput(first, second)),
            new Group("Latency, ms", latencies(first, second)),
            new Group("Requests", requests(first, second)),
            new Group("Phases, ms of each transaction", phases(first, second))));
  }

  private static List<Difference> settings(RunResult first, RunResult second) {
    List<Difference> differences = new ArrayList<>();
    add(differences, Facts.of(first.settings()), Facts.of(second.settings()));
    add(differences, Facts.of(first.environment()), Facts.of(second.environment()));
    return differences;
  }

  private static void add(
      List<Difference> differences, Map<String, String> first, Map<String, String> second) {
    Set<String> names = new TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      String before = first.getOrDefault(name, "");
      String after = second.getOrDefault(name, "");
      if (!Objects.equals(before, after)) {
        differences.add(new Difference(name, before, after));
      }
    }
  }

  private static List<Figure> throughput(RunResult first, RunResult second) {
    return List.of(
        figure("transactions per second", first, second, r -> r.totals().transactionsPerSecond()),
        figure("NOPM (driver)", first, second, r -> r.totals().nopm()),
        figure("NOPM (database)", first, second, r -> r.totals().nopmDatabase()),
        figure("failures", first, second, r -> r.totals().failures()));
  }

  private static Figure figure(
      String name, RunResult first, RunResult second, ToDoubleFunction<RunResult> value) {
    return new Figure(name, value.applyAsDouble(first), value.applyAsDouble(second));
  }

  private static List<Figure> latencies(RunResult first, RunResult second) {
    List<Figure> figures = new ArrayList<>();
    figures.add(figure("all mean", first, second, r -> r.totals().latency().mean()));
    figures.add(figure("all p95", first, second, r -> r.totals().latency().p95()));
    for (TypeResult type : first.types()) {
      String name = type.type();
      figures.add(typed(name, " mean", first, second, one -> one.latency().mean()));
      figures.add(typed(name, " p50", first, second, one -> one.latency().p50()));
      figures.add(typed(name, " p95", first, second, one -> one.latency().p95()));
      figures.add(typed(name, " p99", first, second, one -> one.latency().p99()));
      figures.add(typed(name, " attempts/tx", first, second, TypeResult::attemptsPerTransaction));
    }
    return figures;
  }

  private static Figure typed(
      String type,
      String what,
      RunResult first,
      RunResult second,
      ToDoubleFunction<TypeResult> value) {
    return figure(
        type + what,
        first,
        second,
        run ->
            run.types().stream().filter(one -> one.type().equals(type)).mapToDouble(value).sum());
  }

  private static List<Figure> requests(RunResult first, RunResult second) {
    List<Figure> figures = new ArrayList<>();
    figures.add(figure("requests/tx", first, second, r -> r.requests().rpcsPerTransaction()));
    figures.add(
        figure("row mutations/tx", first, second, r -> r.requests().rowMutationsPerTransaction()));
    Set<String> kinds = new TreeSet<>(first.requests().rpcs().keySet());
    kinds.addAll(second.requests().rpcs().keySet());
    for (String kind : kinds) {
      figures.add(
          figure(
              kind + "/tx",
              first,
              second,
              run ->
                  (double) run.requests().rpcs().getOrDefault(kind, 0L)
                      / Math.max(1, run.totals().transactions())));
    }
    return figures;
  }

  private static List<Figure> phases(RunResult first, RunResult second) {
    Set<String> there = new HashSet<>();
    for (RunResult run : List.of(first, second)) {
      ofAll(run).forEach(one -> there.add(one.name()));
    }
    Stream<String> names =
        Stream.concat(
            Arrays.stream(Phase.values()).map(Phase::label), Stream.of(OperationClass.TRANSACTION));
    return names
        .filter(there::contains)
        .map(name -> figure(name, first, second, run -> perTransaction(run, name)))
        .toList();
  }

  private static double perTransaction(RunResult run, String name) {
    double transactions =
        ofAll(run).stream()
            .filter(one -> one.name().equals(OperationClass.TRANSACTION))
            .mapToDouble(OperationClass::count)
            .sum();
    double total =
        ofAll(run).stream()
            .filter(one -> one.name().equals(name))
            .mapToDouble(OperationClass::total)
            .sum();
    return transactions == 0 ? 0 : total / transactions;
  }

  private static List<OperationClass> ofAll(RunResult run) {
    return run.ops().stream()
        .filter(one -> one.scope().equals(OperationClass.PHASE))
        .filter(one -> one.type().equals(OperationClass.ALL))
        .toList();
  }
}
