package io.rowlock.simulation;

import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** Makes the log of a class throw until it is closed, as an appender of a user may. */
public final class BrokenLog implements AutoCloseable {

  private final Logger log;
  private int events;
  private final AppenderSkeleton appender =
      new AppenderSkeleton() {
        @Override
        protected void append(LoggingEvent event) {
          events++;
          throw new NoClassDefFoundError("appender");
        }

        @Override
        public void close() {}

        @Override
        public boolean requiresLayout() {
          return false;
        }
      };

  public BrokenLog(Class<?> logging) {
    log = Logger.getLogger(logging);
    log.setLevel(Level.DEBUG);
    log.addAppender(appender);
  }

  /** Returns how often it has thrown. */
  public int events() {
    return events;
  }

  @Override
  public void close() {
    log.removeAppender(appender);
    log.setLevel(null);
  }
}
