package io.rowlock.admin;

import io.rowlock.internal.engine.Blocking;
import io.rowlock.internal.engine.ClockCheck;
import io.rowlock.internal.engine.ServerTime;
import io.rowlock.internal.store.Clock;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * The timestamp that no transactional write goes below (protocol, I5), kept in the descriptor of
 * the table: a value at or below the timestamp of a cell that is there already could hide behind
 * it.
 *
 * <p><b>Why the one chosen here is high enough.</b> A cell that was written without an explicit
 * timestamp carries the time of the region server that took it. Two clocks tell that time, and are
 * asked when all regions have been reopened: the newest report of a live region server, which is
 * the server's own clock at most two report intervals ago ({@link ServerTime}), and this client's
 * clock. The larger of them is taken. Any other region server may have been ahead by what the
 * master tolerates when a server starts, {@code hbase.master.maxclockskew}, 30 s by default: that
 * is added, and as much again for the time until transactions begin.
 *
 * <p><b>Why it is not too high.</b> A floor is never lowered, so a clock that is a year ahead would
 * put all commits of the table a year ahead for ever. The two clocks have to confirm each other:
 * when they are more than ten minutes apart, or no region server reports a time, no floor is set.
 *
 * <p>Cells with explicit timestamps in the future are found by a scan only ({@link
 * NewestTimestamp}).
 */
final class Floor {

  /** The descriptor's value, decimal milliseconds; read by {@code internal.hbase}. */
  static final String KEY = "rowlock.floor";

  /**
   * The same number, until every client that has known a lower floor knows this one. Without a
   * floor beside it: the one that the table has had, until it gets the next.
   */
  static final String RAISED_KEY = "rowlock.floor.raised";

  /** Above this a timestamp leaves no room for the versions to come. */
  static final long HIGHEST = Long.MAX_VALUE / 2;

  /** What a cluster tolerates between the clocks of its servers. */
  private static final Duration SKEW = Duration.ofSeconds(30);

  private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(30);

  /** Servers report every few seconds, the first time soon after they have started. */
  private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

  private static final int MAX_QUESTIONS = 10;

  private final Clock clock;
  private final Sleeper sleeper;

  Floor(Clock clock, Sleeper sleeper) {
    this.clock = clock;
    this.sleeper = sleeper;
  }

  /** The floor of a table; empty when it has none, or none that a client would take. */
  static OptionalLong of(TableDescriptor table) {
    return parse(table.getValue(KEY));
  }

  /** What the next floor of a table may not lie below; 0 when it has never had one. */
  static long lowest(TableDescriptor table) {
    return Math.max(of(table).orElse(0), parse(table.getValue(RAISED_KEY)).orElse(0));
  }

  private static OptionalLong parse(@Nullable String text) {
    try {
      long floor = text == null ? -1 : Long.parseLong(text);
      return floor < 0 || floor > HIGHEST ? OptionalLong.empty() : OptionalLong.of(floor);
    } catch (NumberFormatException malformed) {
      return OptionalLong.empty();
    }
  }

  /**
   * About now, by the fastest clock known. Enough for a table without any cells.
   *
   * @throws IOException when this client's clock and the servers' are more than ten minutes apart,
   *     or the servers' cannot be had
   */
  long now(Admin admin) throws IOException {
    EnumSet<ClusterMetrics.Option> wanted = EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS);
    return now(() -> admin.getClusterMetrics(wanted));
  }

  /** The same of servers that are asked that way. */
  long now(ClockCheck.MetricsSource servers) throws IOException {
    for (int question = 1; question <= MAX_QUESTIONS; question++) {
      Optional<ServerTime> time = ClockCheck.check(servers, clock);
      if (time.isPresent()) {
        return Math.max(clock.currentMillis(), time.get().latest());
      }
      pause();
    }
    throw new IOException(
        "No region server tells its time, without which this client's clock, by which the floor"
            + " for timestamps would be set, cannot be checked: try again when region servers are"
            + " up and the master answers");
  }

  private void pause() throws IOException {
    try {
      sleeper.sleep(BETWEEN_QUESTIONS);
    } catch (InterruptedException interrupted) {
      throw Blocking.interrupted("Interrupted while asking for the servers' time", interrupted);
    }
  }

  /** Above every cell that was stamped by a server until now. */
  long aboveServersTime(Admin admin) throws IOException {
    return now(admin) + SKEW.plus(TIME_TO_BEGIN).toMillis();
  }
}
