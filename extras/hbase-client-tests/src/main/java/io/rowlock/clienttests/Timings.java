package io.rowlock.clienttests;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** Reads the time that PerformanceEvaluation has measured where it prints it: in its log. */
final class Timings extends AppenderSkeleton {

  private static final Pattern SUMMARY = Pattern.compile("Summary of timings \\(ms\\): \\[(\\d+)]");

  private volatile long millis;

  private Timings() {}

  static Timings listen() {
    Timings timings = new Timings();
    Logger logger = Logger.getLogger(PerformanceEvaluation.class);
    logger.setLevel(Level.INFO);
    logger.setAdditivity(false);
    logger.addAppender(timings);
    return timings;
  }

  @Override
  protected void append(LoggingEvent event) {
    Matcher summary = SUMMARY.matcher(event.getRenderedMessage());
    if (summary.find()) {
      millis = Long.parseLong(summary.group(1));
    }
  }

  /** Returns the time of the only client of the last run, which is forgotten then. */
  long lastMillis() {
    long last = millis;
    millis = 0;
    if (last == 0) {
      throw new IllegalStateException("PerformanceEvaluation has printed no time");
    }
    return last;
  }

  @Override
  public void close() {}

  @Override
  public boolean requiresLayout() {
    return false;
  }
}
