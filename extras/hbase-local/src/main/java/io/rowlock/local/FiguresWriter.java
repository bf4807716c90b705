package io.rowlock.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notes the {@link ServerFigures} of this process every few seconds, until the process ends. */
final class FiguresWriter {

  private static final Logger LOG = LoggerFactory.getLogger(FiguresWriter.class);
  private static final String PROPERTY = "rowlock.figures";
  private static final long PERIOD_SECONDS = 5;

  private FiguresWriter() {}

  /** The flag of a JVM that notes its figures in a file. */
  static String flag(Path file) {
    return "-D" + PROPERTY + "=" + file;
  }

  /** Begins, if the JVM has the {@link #flag}. */
  static void startIfFlagged() {
    String file = System.getProperty(PROPERTY);
    if (file == null) {
      return;
    }
    var threads =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setNameFormat("notes-figures").setDaemon(true).build());
    var unused =
        threads.scheduleWithFixedDelay(
            () -> write(Path.of(file)), PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
  }

  private static void write(Path file) {
    try {
      ServerFigures.ofThisProcess().write(file);
    } catch (IOException e) {
      LOG.warn("The figures of this server cannot be written to {}", file, e);
    }
  }
}
