package io.rowlock.bench.micro.scale;

import io.rowlock.bench.kit.Figure;
import io.rowlock.bench.kit.Point.SeriesKey;
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

  @Override
  public String toString() {
    return "%s, %d rows in %d regions, %d ms more, after %d commits"
        .formatted(work, rows, regions, delayMillis, commitsBefore);
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

    private Figures() {}
  }
}
