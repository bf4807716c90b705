package io.rowlock.it.soak;

import io.rowlock.operations.LockRange;
import io.rowlock.operations.LockTools;
import io.rowlock.operations.RowlockOperations;
import io.rowlock.operations.VacuumReport;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vacuums the tables while clients work: marks regularly, and sweeps each mark after the shortest
 * horizon that the tools accept.
 */
final class Vacuuming implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Vacuuming.class);
  private static final Duration HORIZON = Duration.ofHours(1);

  /** The horizon counts by the servers' time, which the master reports some seconds late. */
  private static final Duration MARGIN = Duration.ofMinutes(1);

  private final Connection connection;
  private final List<TableName> tables;
  private final Path directory;
  private final Deque<Mark> marks = new ArrayDeque<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("soak-vacuum").setDaemon(true).build());
  private int files;
  private volatile Report report = new Report(0, 0, 0, 0, 0);

  private record Mark(Path file, long nanos) {}

  /**
   * All of it so far, in numbers of locks; a kept one has changed, or its row has data again.
   *
   * @param failures of passes, as when a server was killed meanwhile
   */
  record Report(long marked, long swept, long kept, long unknown, long failures) {
    Report plus(VacuumReport sweep) {
      long left = sweep.gone() + sweep.changed() + sweep.withData() + sweep.tooNew();
      return new Report(
          marked, swept + sweep.deleted(), kept + left, unknown + sweep.unknown(), failures);
    }

    Report marked(long more) {
      return new Report(marked + more, swept, kept, unknown, failures);
    }

    Report failed() {
      return new Report(marked, swept, kept, unknown, failures + 1);
    }
  }

  Vacuuming(Connection connection, List<TableName> tables, Path directory) {
    this.connection = connection;
    this.tables = List.copyOf(tables);
    this.directory = directory;
  }

  void start(Duration period) {
    var unused =
        timer.scheduleWithFixedDelay(
            this::pass, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void pass() {
    try (LockTools tools = RowlockOperations.create(connection).openLockTools()) {
      sweep(tools);
      for (TableName table : tables) {
        Path file = directory.resolve("marks-" + files++);
        long marked = tools.markForVacuum(LockRange.of(table), file);
        marks.add(new Mark(file, System.nanoTime()));
        report = report.marked(marked);
      }
    } catch (IOException | RuntimeException e) {
      report = report.failed();
      LOG.warn("A pass of the vacuum failed; the next one goes on", e);
    }
  }

  private void sweep(LockTools tools) throws IOException {
    long age = HORIZON.plus(MARGIN).toNanos();
    while (!marks.isEmpty() && System.nanoTime() - marks.getFirst().nanos() > age) {
      Path file = marks.getFirst().file();
      report = report.plus(tools.sweep(file, HORIZON));
      Files.delete(file);
      var unused = marks.removeFirst();
    }
  }

  Report report() {
    return report;
  }

  /** Returns when a pass that is under way has ended, or does not end. */
  @Override
  public void close() {
    timer.shutdown();
    try {
      if (!timer.awaitTermination(MARGIN.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("A pass of the vacuum is still under way");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
