package io.rowlock.bench.tpcc.report;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.Drawing.Distributions;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.Report.ReportedRun;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.report.RunResult.TypeResult;
import java.util.List;
import org.HdrHistogram.Histogram;

/** How long business transactions took, by their types. */
final class LatencySection {
  private LatencySection() {}

  static void add(Html page, Drawing drawing, ReportedRun run) {
    page.heading("types", "Types of business transactions");
    page.element(
        "p",
        "note",
        "Times in milliseconds, from the time a transaction was due or begun to its end, every"
            + " retry and wait included. Delivery's terminal waits for the queueing only.");
    List<TypeResult> types = run.result().types();
    page.table(
        List.of("type", "count", "mix %", "mean", "p50", "p90", "p95", "p99", "p99.9", "max"),
        types.stream().map(LatencySection::times).toList());
    page.table(
        List.of(
            "type", "rolled back %", "attempts/tx", "conflicts", "give-ups", "unknown", "errors"),
        types.stream().map(LatencySection::outcomes).toList());
    Distributions distributions = new Distributions("Latency of business transactions");
    for (Kind kind : Kind.values()) {
      Histogram micros = run.latencies().get(kind);
      if (micros != null) {
        distributions.add(kind.title(), micros);
      }
    }
    distributions.draw(page, drawing);
    addDeliveries(page, run.result().deliveries());
  }

  private static List<String> times(TypeResult type) {
    Latency latency = type.latency();
    return Numbers.row(
        type.type(),
        type.count(),
        type.mixPercent(),
        latency.mean(),
        latency.p50(),
        latency.p90(),
        latency.p95(),
        latency.p99(),
        latency.p999(),
        latency.max());
  }

  private static List<String> outcomes(TypeResult type) {
    return Numbers.row(
        type.type(),
        type.rolledBackPercent(),
        type.attemptsPerTransaction(),
        type.conflicts(),
        type.giveUps(),
        type.unknown(),
        type.errors());
  }

  private static void addDeliveries(Html page, Deliveries deliveries) {
    page.element("h3", "Deferred Deliveries");
    Latency latency = deliveries.latency();
    page.element(
        "p",
        ("%s queued, %s completed, %s failed, %s waiting at the end; %s orders, %s Deliveries"
                + " found a district empty. From the queueing to the end: mean %s ms, p90 %s ms,"
                + " max %s ms; %s of %s within 80 s.")
            .formatted(
                Numbers.of(deliveries.queued()),
                Numbers.of(deliveries.completed()),
                Numbers.of(deliveries.failed()),
                Numbers.of(deliveries.waiting()),
                Numbers.of(deliveries.orders()),
                Numbers.of(deliveries.skipped()),
                Numbers.of(latency.mean()),
                Numbers.of(latency.p90()),
                Numbers.of(latency.max()),
                Numbers.of(deliveries.withinLimit()),
                Numbers.of(latency.count())));
  }
}
