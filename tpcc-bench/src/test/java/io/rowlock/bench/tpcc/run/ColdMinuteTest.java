package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.rowlock.bench.kit.Warmth;
import io.rowlock.bench.tpcc.report.RunResult.Interval;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Lost;
import io.rowlock.bench.tpcc.report.RunResult.Interval.Rates;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColdMinuteTest {
  private static final Rates NONE = new Rates(0, 0, 0);
  private static final Lost NOTHING_LOST = new Lost(0, 0, 0);

  private static List<Interval> intervals(int count, int seconds) {
    List<Interval> intervals = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      double second = (double) i * seconds;
      intervals.add(new Interval(second, 8, i, NONE, 0, 0, 0, Map.of(), NOTHING_LOST));
    }
    return intervals;
  }

  @Test
  void intervalsAddUpToWholeMinutes() {
    assertThat(ColdMinute.completed(intervals(12, 10))).containsExactly(210.0, 570.0);
    assertThat(ColdMinute.completed(intervals(13, 10))).hasSize(2);
    assertThat(ColdMinute.completed(intervals(5, 10))).isEmpty();
  }

  @Test
  void tableShowsThroughputAndCode() {
    StringWriter text = new StringWriter();
    ColdMinute minute = new ColdMinute(1, 12.34, new Warmth.Reading(9_000, 5_000, 7, 8));
    ColdMinute.TABLE.print("cold", List.of(minute), new PrintWriter(text, true));
    assertThat(text.toString()).contains("compile ms").containsPattern("1 +12.3 +9000 +5000 +7 +8");
  }
}
