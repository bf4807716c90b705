package io.rowlock.connection;

import java.io.Flushable;
import java.util.Timer;
import java.util.TimerTask;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Flushes a mutator periodically. Thread-safe. */
final class FlushTimer {

  private static final Logger LOG = LoggerFactory.getLogger(FlushTimer.class);

  private final TableName table;
  private final Flushable flush;
  private @Nullable Timer timer;
  private long timeoutMillis;
  private long tickMillis;

  FlushTimer(TableName table, Flushable flush) {
    this.table = table;
    this.flush = flush;
  }

  /** Starts; a timeout of zero stops it. */
  synchronized void start(long timeout, long tick) {
    stop();
    timeoutMillis = timeout;
    tickMillis = tick;
    if (timeout > 0) {
      long period = Math.max(timeout, tick);
      Timer started = new Timer("rowlock-mutator-" + table, true);
      started.schedule(new Flush(), period, period);
      timer = started;
    }
  }

  synchronized void stop() {
    if (timer != null) {
      timer.cancel();
    }
    timer = null;
    timeoutMillis = 0;
  }

  synchronized long timeoutMillis() {
    return timeoutMillis;
  }

  synchronized long tickMillis() {
    return tickMillis;
  }

  private final class Flush extends TimerTask {
    @Override
    public void run() {
      try {
        flush.flush();
      } catch (Throwable failed) { // an error, too: it would end the timer
        LOG.error("A periodic flush of table '{}' failed", table, failed);
      }
    }
  }
}
