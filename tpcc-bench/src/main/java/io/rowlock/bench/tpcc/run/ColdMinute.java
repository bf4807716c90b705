package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Table;
import io.rowlock.bench.kit.Warmth;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A minute of a client that began cold.
 *
 * @param minute from 1, since the begin of the measured time
 * @param txPerSecond business transactions completed in this minute alone
 * @param jvm what the JVM has loaded and compiled until the end of the minute
 */
record ColdMinute(int minute, double txPerSecond, Warmth.Reading jvm) {
  static final String FILE = "cold.json";
  static final Table<ColdMinute> TABLE =
      new Table<ColdMinute>()
          .column("minute", -8, ColdMinute::minute)
          .number("tx/s", 9, 1, ColdMinute::txPerSecond)
          .column("classes", 9, one -> one.jvm().classes())
          .column("methods compiled", 17, one -> one.jvm().methods())
          .column("their bytes", 12, one -> one.jvm().bytes())
          .column("compile ms", 11, one -> one.jvm().compileMillis());

  private static final int SECONDS = 60;

  /** Returns the whole minutes of a run. */
  static List<ColdMinute> of(Warmth warmth, Instant begin, List<Interval> intervals)
      throws IOException {
    List<Double> completed = completed(intervals);
    List<ColdMinute> minutes = new ArrayList<>();
    for (int minute = 1; minute <= completed.size(); minute++) {
      Instant end = begin.plusSeconds((long) minute * SECONDS);
      double each = completed.get(minute - 1) / SECONDS;
      minutes.add(new ColdMinute(minute, each, warmth.at(end)));
    }
    return List.copyOf(minutes);
  }

  /**
   * Returns the transactions of each whole minute; an interval belongs to the minute it ends in.
   */
  static List<Double> completed(List<Interval> intervals) {
    List<Double> minutes = new ArrayList<>();
    double begin = 0;
    double sum = 0;
    for (Interval interval : intervals) {
      sum += interval.tps() * (interval.second() - begin);
      begin = interval.second();
      if (begin >= (minutes.size() + 1) * SECONDS) {
        minutes.add(sum);
        sum = 0;
      }
    }
    return minutes;
  }
}
