package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Histograms.Latency;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import org.HdrHistogram.Histogram;

/**
 * What became of the Deliveries of one client, or of several together.
 *
 * @param micros from the queueing to the end, of those that did not fail
 * @param lines of {@code delivery.csv}
 */
record DeliveryCounts(
    long tried,
    long waiting,
    long failed,
    Histogram micros,
    long withinLimit,
    long skipped,
    long skippedDistricts,
    long orders,
    String lines) {

  DeliveryCounts plus(DeliveryCounts other) {
    Histogram sum = Histograms.empty();
    sum.add(micros);
    sum.add(other.micros);
    return new DeliveryCounts(
        tried + other.tried,
        waiting + other.waiting,
        failed + other.failed,
        sum,
        withinLimit + other.withinLimit,
        skipped + other.skipped,
        skippedDistricts + other.skippedDistricts,
        orders + other.orders,
        lines + other.lines);
  }

  Deliveries result() {
    return new Deliveries(
        tried,
        waiting,
        tried - failed,
        failed,
        Latency.of(micros),
        withinLimit,
        skipped,
        skippedDistricts,
        orders);
  }
}
