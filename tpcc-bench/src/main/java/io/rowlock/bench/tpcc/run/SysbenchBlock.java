package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.report.RunResult;
import io.rowlock.bench.tpcc.report.RunResult.Totals;
import java.io.PrintWriter;
import java.util.Locale;

/** Statistics in the form in which sysbench ends, for programs that read that. */
record SysbenchBlock(Totals totals, PrintWriter out) {
  static void print(RunResult result, PrintWriter out) {
    SysbenchBlock block = new SysbenchBlock(result.totals(), out);
    block.statistics();
    block.throughput();
    block.latency(result.settings().percentile());
    block.fairness();
  }

  private void statistics() {
    long all = totals.reads() + totals.writes() + totals.others();
    out.printf("%nSQL statistics:%n    queries performed:%n");
    line("        read:                            %d", totals.reads());
    line("        write:                           %d", totals.writes());
    line("        other:                           %d", totals.others());
    line("        total:                           %d", all);
    rate("    transactions:                        ", totals.transactions());
    rate("    queries:                             ", all);
    rate("    ignored errors:                      ", totals.failures());
    rate("    reconnects:                          ", 0);
  }

  private void rate(String name, long count) {
    line(name + "%-6d (%.2f per sec.)", count, count / totals.seconds());
  }

  private void throughput() {
    line("%nThroughput:");
    line("    events/s (eps):                      %.4f", totals.transactionsPerSecond());
    line("    time elapsed:                        %.4fs", totals.seconds());
    line("    total number of events:              %d", totals.transactions());
  }

  private void latency(int percentile) {
    line("%nLatency (ms):");
    line("         min:                              %10.2f", totals.latency().min());
    line("         avg:                              %10.2f", totals.latency().mean());
    line("         max:                              %10.2f", totals.latency().max());
    line("        %3dth percentile:                  %10.2f", percentile, totals.percentile());
    line("         sum:                              %10.2f", totals.latencySum());
  }

  private void fairness() {
    Totals.Fairness fairness = totals.fairness();
    line("%nThreads fairness:");
    line(
        "    events (avg/stddev):           %.4f/%3.2f",
        fairness.events(), fairness.eventsDeviation());
    line(
        "    execution time (avg/stddev):   %.4f/%3.2f",
        fairness.seconds(), fairness.secondsDeviation());
  }

  private void line(String format, Object... values) {
    out.printf(Locale.ROOT, format + "%n", values);
  }
}
