package io.rowlock.operations;

import io.rowlock.TableFinding;
import io.rowlock.internal.admin.Floor;
import io.rowlock.internal.admin.HiddenFamilies;
import io.rowlock.internal.admin.NewestTimestamp;
import io.rowlock.internal.admin.Sleeper;
import io.rowlock.internal.store.Clock;
import io.rowlock.operations.Progress.Step;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Finds cells and delete markers with timestamps ahead of the servers' clocks, and waits until the
 * clocks have passed them: before that they hide later plain writes. Transactions write such
 * timestamps, because these are above the floor, by the clocks of their clients, and above every
 * version that they have read.
 *
 * @param areAccepted whether timestamps that are too far ahead to wait for are ignored
 */
record HiddenWrites(
    Connection connection,
    Admin admin,
    Clock clock,
    Sleeper sleeper,
    boolean areAccepted,
    Consumer<Progress> listener) {

  /** A longer wait is refused. */
  static final Duration LONGEST = Duration.ofHours(1);

  private static final Duration STEP = Duration.ofSeconds(1);

  /**
   * The newest timestamp that counts.
   *
   * @param passed a time that every server's clock had passed
   * @param newest the same if there is no newer timestamp
   * @param row that contains it, for people
   */
  record Ahead(TableDescriptor table, long passed, long newest, String row) {

    boolean isHiding() {
      return newest > passed;
    }

    /** Returns why the table cannot be disabled; empty if it can. */
    Optional<TableFinding> obstacle() {
      return newest - passed <= LONGEST.toMillis()
          ? Optional.empty()
          : Optional.of(TableFinding.error("TIMESTAMP", message()));
    }

    private String message() {
      return String.format(
          "row '%s' of table '%s' contains the timestamp %d (%s), and plain writes to its column"
              + " would stay hidden until then: write the row anew without a timestamp from the"
              + " future, or accept that (--accept-hidden-writes,"
              + " DisableOptions.acceptHiddenWrites)",
          row, table.getTableName().getNameAsString(), newest, Instant.ofEpochMilli(newest));
    }
  }

  /** Looks for the newest timestamp. */
  Ahead look(TableDescriptor table) throws IOException {
    HiddenFamilies.requireNone(admin, table);
    long passed = belowServersTime();
    long end = areAccepted ? passed + LONGEST.toMillis() + 1 : Long.MAX_VALUE;
    NewestTimestamp search =
        new NewestTimestamp(
            connection,
            clock,
            table,
            (done, all, rows) -> listener.accept(new Progress(Step.SCANNING, done, all)));
    long newest = search.above(passed, end);
    return new Ahead(table, passed, newest, Bytes.toStringBinary(search.row()));
  }

  private long belowServersTime() throws IOException {
    return new Floor(clock, sleeper).belowServersTime(admin);
  }

  /** Waits until plain writes are visible. */
  void await(TableDescriptor table) throws IOException {
    Ahead ahead = look(table);
    Optional<TableFinding> obstacle = ahead.obstacle();
    if (obstacle.isPresent()) {
      throw new DoNotRetryIOException(
          "Table '%s' takes no commits any more, but still has its locks: %s; then disable it again"
              .formatted(table.getTableName().getNameAsString(), obstacle.get().message()));
    }
    for (long now = ahead.passed(); now < ahead.newest(); now = Math.max(now, belowServersTime())) {
      long waited = (now - ahead.passed()) / 1000;
      long whole = (ahead.newest() - ahead.passed() + 999) / 1000;
      listener.accept(new Progress(Step.WAITING_FOR_CLOCKS, waited, whole));
      sleeper.pause(
          STEP,
          "Interrupted while waiting until plain writes are visible: disable the table again");
    }
  }
}
