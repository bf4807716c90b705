package io.rowlock.bench.tpcc.result;

import java.util.List;

/** {@code summary.json}: what most people want to know of a run. */
record Summary(
    String mode,
    String layout,
    String profile,
    String banner,
    int warehouses,
    int threads,
    Totals totals,
    Requests requests,
    List<TypeResult> types) {
  static final String FILE = "summary.json";

  static Summary of(RunResult result) {
    Settings settings = result.settings();
    return new Summary(
        settings.mode(),
        settings.layout(),
        settings.profile(),
        settings.banner(),
        settings.origin().scale().warehouses(),
        settings.threads(),
        result.totals(),
        result.requests(),
        result.types());
  }
}
