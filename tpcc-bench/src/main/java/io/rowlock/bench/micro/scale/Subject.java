package io.rowlock.bench.micro.scale;

import static io.rowlock.bench.kit.Figure.FAILED;
import static io.rowlock.bench.kit.Figure.P50_MICROS;
import static io.rowlock.bench.kit.Figure.P99_MICROS;
import static io.rowlock.bench.kit.Figure.RPCS_PER_TX;
import static io.rowlock.bench.kit.Figure.TX_PER_SECOND;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point;
import io.rowlock.bench.kit.Point.SeriesKey;
import io.rowlock.bench.kit.Table;
import io.rowlock.bench.micro.scale.Part.PartName;

/**
 * What is measured: work that every thread repeats, on so many rows in regions, with milliseconds
 * added to every request, after so many commits of the same row.
 */
record Subject(
    PartName part,
    String work,
    int rows,
    int regions,
    int threads,
    int delayMillis,
    int commitsBefore)
    implements SeriesKey {

  /** One row by one thread, on one server, nothing slowed down. */
  static Subject of(PartName part, String work) {
    return new Subject(part, work, 1, 1, 1, 0, 0);
  }

  Subject rows(int count) {
    return new Subject(part, work, count, regions, threads, delayMillis, commitsBefore);
  }

  Subject regions(int count) {
    return new Subject(part, work, rows, count, threads, delayMillis, commitsBefore);
  }

  Subject threads(int count) {
    return new Subject(part, work, rows, regions, count, delayMillis, commitsBefore);
  }

  Subject delayMillis(int millis) {
    return new Subject(part, work, rows, regions, threads, millis, commitsBefore);
  }

  Subject commitsBefore(int count) {
    return new Subject(part, work, rows, regions, threads, delayMillis, count);
  }

  Subject work(String other) {
    return new Subject(part, other, rows, regions, threads, delayMillis, commitsBefore);
  }

  String workAndRegions() {
    return work + ", " + regions + (regions == 1 ? " region" : " regions");
  }

  /** The figures of a subject that other benchmarks do not have. */
  static final class Figures {

    /** Of what follows the user's code. */
    static final Figure COMMIT_P50_MICROS = Figure.spread("commitP50Micros");

    /** To every request, on average: what was asked for, and how late timers ran. */
    static final Figure ADDED_MICROS = Figure.spread("addedMicros");

    /** Only where one transaction ran at a time, like those of the commit; else 0. */
    static final Figure WAVES_PER_TX = Figure.spread("wavesPerTx");

    static final Figure COMMIT_WAVES_PER_TX = Figure.spread("commitWavesPerTx");

    /** {@code points.csv}: one line for every point and round. */
    static final Table<Point<Subject>> POINTS =
        new Table<Point<Subject>>()
            .column("part", point -> point.series().part())
            .column("work", point -> '"' + point.series().work() + '"')
            .column("rows", point -> point.series().rows())
            .column("regions", point -> point.series().regions())
            .column("threads", point -> point.series().threads())
            .column("delay_ms", point -> point.series().delayMillis())
            .column("commits_before", point -> point.series().commitsBefore())
            .column("round", Point::round)
            .number("tx_per_s", 2, point -> point.get(TX_PER_SECOND))
            .number("p50_us", 1, point -> point.get(P50_MICROS))
            .number("p99_us", 1, point -> point.get(P99_MICROS))
            .number("commit_p50_us", 1, point -> point.get(COMMIT_P50_MICROS))
            .number("rpcs_per_tx", 3, point -> point.get(RPCS_PER_TX))
            .number("added_us", 1, point -> point.get(ADDED_MICROS))
            .number("waves_per_tx", 3, point -> point.get(WAVES_PER_TX))
            .number("commit_waves_per_tx", 3, point -> point.get(COMMIT_WAVES_PER_TX))
            .number("failed", 0, point -> point.get(FAILED));

    private Figures() {}
  }
}
