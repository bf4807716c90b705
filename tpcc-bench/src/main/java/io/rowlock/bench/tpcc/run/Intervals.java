package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.tpcc.access.Access.Operations;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Rates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Cuts the measured time into intervals. Used by one thread. */
final class Intervals {
  private final Recorder recorder;
  private final int threads;
  private final List<Slice> done = new ArrayList<>();
  private EventCounts counts = EventCounts.none();
  private Operations.Counts operations;
  private double from;

  Intervals(Recorder recorder, Operations.Counts operationsAtBegin, int threads) {
    this.recorder = recorder;
    this.operations = operationsAtBegin;
    this.threads = threads;
  }

  /** Ends an interval, at a number of seconds since the start. */
  Slice end(double to, Operations.Counts operationsNow) {
    EventCounts countsNow = recorder.counts();
    Slice slice =
        new Slice(
            from,
            to,
            threads,
            countsNow.minus(counts),
            operationsNow.minus(operations),
            recorder.takeMicros());
    counts = countsNow;
    operations = operationsNow;
    from = to;
    done.add(slice);
    return slice;
  }

  List<Slice> done() {
    return List.copyOf(done);
  }

  /** A line during the run: up to the bar in sysbench's form, for programs that parse it. */
  static String line(Interval interval) {
    Rates operations = interval.operations();
    String line =
        String.format(
            Locale.ROOT,
            "[ %.0fs ] thds: %d tps: %4.2f qps: %4.2f (r/w/o: %4.2f/%4.2f/%4.2f) lat (ms,95%%):"
                + " %4.2f err/s %4.2f reconn/s: %4.2f",
            interval.second(),
            interval.threads(),
            interval.tps(),
            operations.reads() + operations.writes() + operations.others(),
            operations.reads(),
            operations.writes(),
            operations.others(),
            interval.latencyMillis(),
            interval.errors(),
            0.0);
    String rates =
        Arrays.stream(Kind.values())
            .map(kind -> interval.types().getOrDefault(kind, 0.0))
            .map(rate -> String.format(Locale.ROOT, "%.1f", rate))
            .collect(Collectors.joining("/"));
    return String.format(
        Locale.ROOT,
        "%s | nopm: %.0f no/p/os/d/sl: %s ucabort/s: %.2f cflt/s: %.2f giveup/s: %.2f",
        line,
        interval.nopm(),
        rates,
        interval.lost().rolledBack(),
        interval.lost().conflicts(),
        interval.lost().giveUps());
  }
}
