package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.access.Phase;
import io.rowlock.bench.tpcc.report.OperationClasses.OperationClass;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
  private static final int LONGEST_SETTING = 60;
  private static final int NAME_WIDTH = 34;

  /** A setting of each run. */
  record Difference(String name, String first, String second) {
    @Override
    public String toString() {
      return "  " + name + ": " + cut(first) + " -> " + cut(second) + "\n";
    }

    private static String cut(String setting) {
      return setting.length() <= LONGEST_SETTING
          ? setting
          : setting.substring(0, LONGEST_SETTING) + "...";
    }
  }

  /** A group of figures. */
  record Group(String title, List<Figure> figures) {}

  /** A figure of each run. */
  record Figure(String name, double first, double second) {
    String ratio() {
      return Numbers.ratio(first, second);
    }

    List<String> row() {
      return List.of(name, Numbers.of(first), Numbers.of(second), ratio());
    }
  }

  static Comparison of(RunResult first, RunResult second) {
    List<Difference> settings = new ArrayList<>();
    add(settings, Report.facts(first.settings()), Report.facts(second.settings()));
    add(settings, Report.facts(first.environment()), Report.facts(second.environment()));
    Figures throughput = new Figures("Throughput", first, second);
    throughput.add("transactions per second", run -> run.totals().transactionsPerSecond());
    throughput.add("NOPM (driver)", run -> run.totals().nopm());
    throughput.add("NOPM (database)", run -> run.totals().nopmDatabase());
    throughput.add("failures", run -> run.totals().failures());
    Figures requests = new Figures("Requests", first, second);
    requests.add("requests/tx", run -> run.requests().rpcsPerTransaction());
    requests.add("row mutations/tx", run -> run.requests().rowMutationsPerTransaction());
    Set<String> kinds = new TreeSet<>(first.requests().rpcs().keySet());
    kinds.addAll(second.requests().rpcs().keySet());
    kinds.forEach(kind -> requests.add(kind + "/tx", run -> run.requestsPerTransaction(kind)));
    return new Comparison(
        settings,
        List.of(
            throughput.group(),
            latencies(first, second).group(),
            requests.group(),
            phases(first, second).group()));
  }

  private static void add(
      List<Difference> differences, Map<String, String> first, Map<String, String> second) {
    Set<String> names = new TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      String before = first.getOrDefault(name, "");
      String after = second.getOrDefault(name, "");
      if (!before.equals(after)) {
        differences.add(new Difference(name, before, after));
      }
    }
  }

  /** Collects the figures of a group. */
  private record Figures(String title, RunResult first, RunResult second, List<Figure> all) {
    Figures(String title, RunResult first, RunResult second) {
      this(title, first, second, new ArrayList<>());
    }

    void add(String name, ToDoubleFunction<RunResult> value) {
      all.add(new Figure(name, value.applyAsDouble(first), value.applyAsDouble(second)));
    }

    Group group() {
      return new Group(title, List.copyOf(all));
    }
  }

  private static Figures latencies(RunResult first, RunResult second) {
    Figures figures = new Figures("Latency, ms", first, second);
    figures.add("all mean", run -> run.totals().latency().mean());
    figures.add("all p95", run -> run.totals().latency().p95());
    for (TypeResult one : first.types()) {
      String type = one.type();
      figures.add(type + " mean", run -> run.ofType(type, it -> it.latency().mean()));
      figures.add(type + " p50", run -> run.ofType(type, it -> it.latency().p50()));
      figures.add(type + " p95", run -> run.ofType(type, it -> it.latency().p95()));
      figures.add(type + " p99", run -> run.ofType(type, it -> it.latency().p99()));
      figures.add(
          type + " attempts/tx", run -> run.ofType(type, TypeResult::attemptsPerTransaction));
    }
    return figures;
  }

  private static Figures phases(RunResult first, RunResult second) {
    Figures figures = new Figures("Phases, ms of each transaction", first, second);
    Set<String> measured = new LinkedHashSet<>();
    Stream.of(first, second).flatMap(Comparison::ofAll).forEach(one -> measured.add(one.name()));
    Stream<String> labels = Arrays.stream(Phase.values()).map(Phase::label);
    Stream.concat(labels, Stream.of(OperationClass.TRANSACTION))
        .filter(measured::contains)
        .forEach(name -> figures.add(name, run -> perTransaction(run, name)));
    return figures;
  }

  private static double perTransaction(RunResult run, String name) {
    double transactions = sum(run, OperationClass.TRANSACTION, OperationClass::count);
    return transactions == 0 ? 0 : sum(run, name, OperationClass::total) / transactions;
  }

  private static double sum(RunResult run, String name, ToDoubleFunction<OperationClass> value) {
    return ofAll(run).filter(one -> one.name().equals(name)).mapToDouble(value).sum();
  }

  private static Stream<OperationClass> ofAll(RunResult run) {
    return run.ops().stream()
        .filter(one -> one.scope().equals(OperationClass.PHASE))
        .filter(one -> one.type().equals(OperationClass.ALL));
  }

  /** Returns the text for a terminal. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(settings.isEmpty() ? "Settings: equal\n" : "Settings that differ:\n");
    settings.forEach(text::append);
    for (Group group : groups) {
      if (!group.figures().isEmpty()) {
        text.append(line(List.of(group.title(), "A", "B", "B/A"), ""));
      }
      group.figures().forEach(figure -> text.append(line(figure.row(), "  ")));
    }
    return text.toString();
  }

  private static String line(List<String> cells, String indent) {
    String name = "%-" + (NAME_WIDTH - indent.length()) + "s";
    return String.format(Locale.ROOT, indent + name + " %12s %12s %8s%n", cells.toArray());
  }
}
