package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.report.DeliveryCsv;
import io.rowlock.bench.tpcc.report.Histograms;
import io.rowlock.bench.tpcc.report.Interval;
import io.rowlock.bench.tpcc.report.OperationClass;
import io.rowlock.bench.tpcc.report.RunResult.Deliveries;
import io.rowlock.bench.tpcc.report.Totals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a driver has seen.
 *
 * @param seconds the measured time
 * @param difference of what is counted outside of terminals
 */
record Measured(
    double seconds,
    EventCounts counts,
    Histograms histograms,
    List<Interval> intervals,
    Probe.Reading difference,
    List<OperationClass> ops,
    Totals.Fairness fairness,
    Deliveries deliveries,
    DeliveryCsv deliveryCsv,
    @Nullable String firstFailure) {}
