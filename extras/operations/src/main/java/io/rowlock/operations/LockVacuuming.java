package io.rowlock.operations;

import io.rowlock.internal.engine.Engine;
import io.rowlock.internal.engine.OwnConnection;
import io.rowlock.internal.engine.ServerTime;
import io.rowlock.internal.store.Clock;
import io.rowlock.operations.Progress.Step;
import io.rowlock.operations.maintenance.LockMaintenance;
import io.rowlock.operations.maintenance.LockView;
import io.rowlock.operations.maintenance.MarkedLock;
import io.rowlock.operations.maintenance.VacuumFate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Runs the two passes of a vacuum. The horizon between them is measured by the servers' time, taken
 * late when the first pass ends and early when the second one begins; this client's clock is
 * compared with it both times.
 */
final class LockVacuuming {

  /** Clocks may differ by ten minutes, and transactions take a while. */
  static final Duration SHORTEST_HORIZON = Duration.ofHours(1);

  private static final int ROWS_AT_ONCE = 100;

  private final LockMaintenance maintenance;
  private final Engine engine;
  private final Clock clock;
  private final Map<VacuumFate, Long> fates = new EnumMap<>(VacuumFate.class);
  private final List<MarkedLock> batch = new ArrayList<>();

  LockVacuuming(Engine engine, LockMaintenance maintenance, Clock clock) {
    this.maintenance = maintenance;
    this.engine = engine;
    this.clock = clock;
  }

  long mark(RangeScan scan, Path file) throws IOException {
    checkClock();
    try (VacuumMarksWriter marks = new VacuumMarksWriter(file, scan.range().table())) {
      scan.locksOfBareRows(
          lock -> {
            if (lock.state() == LockView.State.STABLE) {
              marks.add(lock.key(), lock.stored());
            }
          });
      return marks.finish(checkClock().latest());
    }
  }

  VacuumReport sweep(Path file, Duration horizon, boolean dryRun, Consumer<Progress> listener)
      throws IOException {
    requireLongEnough(horizon);
    VacuumMarks marks = VacuumMarks.open(file);
    long now = checkClock().newestReport();
    requireLate(
        file, Instant.ofEpochMilli(marks.serversTime()), horizon, Instant.ofEpochMilli(now));
    long olderThan = now - horizon.toMillis();
    marks.forEach(
        lock -> {
          batch.add(lock);
          if (batch.size() == ROWS_AT_ONCE) {
            flush(olderThan, dryRun);
            report(marks, listener);
          }
        });
    flush(olderThan, dryRun);
    report(marks, listener);
    return new VacuumReport(
        count(VacuumFate.DELETED),
        count(VacuumFate.GONE_ALREADY),
        count(VacuumFate.CHANGED),
        count(VacuumFate.HAS_DATA),
        count(VacuumFate.TOO_NEW),
        count(VacuumFate.UNKNOWN));
  }

  private static void requireLongEnough(Duration horizon) {
    if (horizon.compareTo(SHORTEST_HORIZON) < 0) {
      throw new IllegalArgumentException(
          "The horizon must be at least "
              + SHORTEST_HORIZON
              + ", is "
              + horizon
              + ": it covers clocks that differ and transactions under way");
    }
  }

  private static void requireLate(Path file, Instant marked, Duration horizon, Instant now)
      throws IOException {
    Instant earliest = marked.plus(horizon);
    if (now.isBefore(earliest)) {
      throw new IOException(
          String.format(
              "Too early: the locks in '%s' were marked at %s, and may be deleted from %s on"
                  + " (horizon %s); the servers' time is %s",
              file, marked, earliest, horizon, now));
    }
  }

  private void flush(long olderThan, boolean dryRun) throws IOException {
    List<VacuumFate> done = LockCalls.await(maintenance.vacuum(batch, olderThan, dryRun));
    done.forEach(fate -> fates.merge(fate, 1L, Long::sum));
    batch.clear();
  }

  /** Compares this client's clock with the servers' time. */
  private ServerTime checkClock() throws IOException {
    return OwnConnection.checkClock(engine.connection(), clock)
        .orElseThrow(
            () ->
                new IOException(
                    "A vacuum needs the servers' time, which the master does not report: is it"
                        + " running, and may this user read the cluster's metrics?"));
  }

  private void report(VacuumMarks marks, Consumer<Progress> listener) {
    long seen = fates.values().stream().mapToLong(Long::longValue).sum();
    listener.accept(new Progress(Step.SWEEPING, seen, marks.rows()));
  }

  private long count(VacuumFate fate) {
    return fates.getOrDefault(fate, 0L);
  }
}
