package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Table;
import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.RunResult.Constraint;
import io.rowlock.bench.tpcc.report.RunResult.Processes;
import io.rowlock.bench.tpcc.report.RunResult.Requests;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of a result; its first block has the form of sysbench. */
record FinalReport(RunResult result, PrintWriter out) {
  private static final double MILLIS = 1_000;

  private static final Table<TypeResult> TYPES =
      new Table<TypeResult>()
          .column("type", -13, TypeResult::type)
          .column("count", 8, TypeResult::count)
          .number("mix %", 7, 2, TypeResult::mixPercent)
          .number("mean", 9, 2, type -> type.latency().mean())
          .number("p50", 9, 2, type -> type.latency().p50())
          .number("p90", 9, 2, type -> type.latency().p90())
          .number("p95", 9, 2, type -> type.latency().p95())
          .number("p99", 9, 2, type -> type.latency().p99())
          .number("p99.9", 9, 2, type -> type.latency().p999())
          .number("max", 9, 2, type -> type.latency().max())
          .number("rbk %", 6, 2, TypeResult::rolledBackPercent)
          .number("attempts", 8, 3, TypeResult::attemptsPerTransaction)
          .column("conflicts", 9, type -> type.losses().conflicts())
          .column("giveups", 7, type -> type.losses().giveUps())
          .column("unknown", 7, type -> type.losses().unknown())
          .column("errors", 6, type -> type.losses().errors());

  static void print(RunResult result, PrintWriter out) {
    FinalReport report = new FinalReport(result, out);
    report.sysbench();
    TYPES.print("times in ms", result.types(), out);
    report.constraints();
    report.throughput();
    report.requests();
    report.processes();
    out.println(result.totals().deliveries().text());
    if (!result.settings().banner().isEmpty()) {
      out.println(result.settings().banner());
    }
  }

  /** Statistics in sysbench's form, for programs that parse it. */
  private void sysbench() {
    Totals totals = result.totals();
    Operations.Counts operations = totals.operations();
    Latency latency = totals.latency();
    out.printf("%nSQL statistics:%n    queries performed:%n");
    line("        read:                            %d", operations.reads());
    line("        write:                           %d", operations.writes());
    line("        other:                           %d", operations.others());
    line("        total:                           %d", operations.all());
    rate("    transactions:                        ", totals.transactions());
    rate("    queries:                             ", operations.all());
    rate("    ignored errors:                      ", totals.failures());
    rate("    reconnects:                          ", 0);
    line("%nThroughput:");
    line("    events/s (eps):                      %.4f", totals.transactionsPerSecond());
    line("    time elapsed:                        %.4fs", totals.seconds());
    line("    total number of events:              %d", totals.transactions());
    line("%nLatency (ms):");
    line("         min:                              %10.2f", latency.min());
    line("         avg:                              %10.2f", latency.mean());
    line("         max:                              %10.2f", latency.max());
    line("         95th percentile:                  %10.2f", latency.p95());
    line("         sum:                              %10.2f", latency.mean() * latency.count());
  }

  private void rate(String name, long count) {
    line(name + "%-6d (%.2f per sec.)", count, count / result.totals().seconds());
  }

  private void line(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
  }

  private void constraints() {
    out.printf("%n<Constraint Check>%n");
    String group = "";
    for (Constraint constraint : result.constraints()) {
      if (!constraint.group().equals(group)) {
        group = constraint.group();
        out.printf(" [%s]%n", group);
      }
      out.printf("    %28s: %s%n", constraint.what(), text(constraint));
    }
  }

  private static String text(Constraint constraint) {
    if (constraint.bound().endsWith(" s") && constraint.bound().startsWith("<=")) {
      return String.format(
          Locale.ROOT,
          "%.3f s (%s) %s",
          constraint.measured() / MILLIS,
          constraint.bound(),
          constraint.verdict().mark());
    }
    String samples =
        constraint.verdict() == Constraint.Verdict.TOO_FEW
            ? String.format(
                Locale.ROOT,
                ", %.2f .. %.2f by %d samples%s",
                constraint.lower(),
                constraint.upper(),
                constraint.samples(),
                constraint.samplesNeeded() == 0 ? "" : " of " + constraint.samplesNeeded())
            : "";
    return String.format(
        Locale.ROOT,
        "%.2f (%s%s) %s",
        constraint.measured(),
        constraint.bound(),
        samples,
        constraint.verdict().mark());
  }

  private void throughput() {
    Totals totals = result.totals();
    out.printf(
        Locale.ROOT,
        "%nNOPM (unaudited): %.0f (driver) %.0f (by D_NEXT_O_ID, and rollbacks), all types a"
            + " minute: %.0f%n",
        Math.floor(totals.nopm()),
        Math.floor(totals.nopmDatabase()),
        Math.floor(totals.transactionsPerSecond() * 60));
  }

  private void requests() {
    Requests requests = result.requests();
    out.printf(
        Locale.ROOT,
        "RPCs by completed transaction: %.2f; rows written, locks included: %.2f%n",
        requests.rpcsPerTransaction(),
        requests.rowMutationsPerTransaction());
    out.println("    " + list(requests.rpcs()));
    if (!requests.library().isEmpty()) {
      out.println("Rowlock: " + list(requests.library()));
    }
  }

  private void processes() {
    Processes processes = result.processes();
    if (processes != null) {
      Double servers = processes.serverMicros();
      out.printf(
          Locale.ROOT,
          "CPU us by completed transaction: clients %.0f, servers %s; transactions of each client:"
              + " %s, fairness %.3f%n",
          processes.clientMicros(),
          servers == null ? "-" : String.format(Locale.ROOT, "%.0f", servers),
          processes.transactions(),
          processes.fairness());
    }
  }

  private static String list(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .filter(count -> count.getValue() != 0)
        .map(count -> count.getKey() + " " + count.getValue())
        .collect(Collectors.joining(", "));
  }
}
