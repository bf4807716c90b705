package io.rowlock.it.security;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hbase.thirdparty.com.google.common.base.Throwables;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;

/** Collects all log lines of the library, and warnings of others, until it is closed. */
final class SecretLeaks extends AppenderSkeleton implements AutoCloseable {

  private final Logger ours = Logger.getLogger("io.rowlock");
  private final Level before = ours.getLevel();
  private final List<String> lines = new CopyOnWriteArrayList<>();

  static SecretLeaks listen() {
    SecretLeaks listener = new SecretLeaks();
    listener.ours.setLevel(Level.TRACE);
    Logger.getRootLogger().addAppender(listener);
    return listener;
  }

  /** Adds a text that others can see. */
  void add(String text) {
    lines.add(text);
  }

  /** Adds a failure with all its causes. */
  void add(Throwable failure) {
    lines.add(Throwables.getStackTraceAsString(failure));
  }

  List<String> lines() {
    return lines;
  }

  @Override
  protected void append(LoggingEvent event) {
    lines.add(event.getRenderedMessage());
    if (event.getThrowableStrRep() != null) {
      lines.add(String.join("\n", event.getThrowableStrRep()));
    }
  }

  @Override
  public boolean requiresLayout() {
    return false;
  }

  @Override
  public void close() {
    Logger.getRootLogger().removeAppender(this);
    ours.setLevel(before);
  }
}
