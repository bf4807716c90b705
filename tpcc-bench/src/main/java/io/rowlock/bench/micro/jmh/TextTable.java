package io.rowlock.bench.micro.jmh;

import java.io.PrintWriter;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** One line for every benchmark: its time and what it allocates. */
final class TextTable {
  private static final String ALLOCATION = "gc.alloc.rate.norm";

  private TextTable() {}

  static void print(Collection<RunResult> results, PrintWriter out) {
    out.printf("%n%-44s %-14s %12s %10s %-6s %14s%n", "", "", "score", "+-", "", "bytes/op");
    for (RunResult run : results) {
      Result<?> score = run.getPrimaryResult();
      out.printf(
          Locale.ROOT,
          "%-44s %-14s %12.3f %10.3f %-6s %14s%n",
          shortName(run.getParams().getBenchmark()),
          parameters(run.getParams()),
          score.getScore(),
          score.getScoreError(),
          score.getScoreUnit(),
          allocation(run));
    }
    out.flush();
  }

  static String shortName(String benchmark) {
    int method = benchmark.lastIndexOf('.');
    return benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1);
  }

  private static String parameters(BenchmarkParams params) {
    return params.getParamsKeys().stream().map(params::getParam).collect(Collectors.joining(" "));
  }

  private static String allocation(RunResult run) {
    for (String name : run.getSecondaryResults().keySet()) {
      if (name.endsWith(ALLOCATION)) {
        double bytes = run.getSecondaryResults().get(name).getScore();
        return String.format(Locale.ROOT, "%.0f", bytes);
      }
    }
    return "";
  }
}
