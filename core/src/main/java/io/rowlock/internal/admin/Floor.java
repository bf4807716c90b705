package io.rowlock.internal.admin;

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
 * The timestamp above which all transactional writes are (protocol, I5), stored in the descriptor
 * of the table. A value at or below the timestamp of an existing cell could be hidden by that cell.
 *
 * <p><b>Why the chosen floor is high enough.</b> A cell that was written without an explicit
 * timestamp has the time of its region server. Two clocks measure that time, and they are read
 * after all regions have been reopened: the newest report of a live region server, which is the
 * server's own clock at most two report intervals ago ({@link ServerTime}), and this client's
 * clock. The larger of them is used. Any other region server may have been ahead by as much as the
 * master tolerates when a server starts, {@code hbase.master.maxclockskew}, 30 s by default. That
 * is added, and the same again for the time until transactions begin.
 *
 * <p><b>Why it is not too high.</b> A floor is never lowered, so a clock that is a year ahead would
 * move all commits of the table a year ahead forever. The two clocks must confirm each other: if
 * they are more than ten minutes apart, or no region server reports a time, no floor is set.
 *
 * <p>Only a scan finds cells with explicit timestamps in the future ({@link NewestTimestamp}).
 */
public record Floor(Clock clock, Sleeper sleeper) {

  /**
   * The key of the floor in the descriptor, in decimal milliseconds; {@code internal.hbase} reads
   * it.
   */
  public static final String KEY = "rowlock.floor";

  /**
   * The key of the same number, as long as a client may know a lower floor only. Without a floor
   * beside it: the floor that the table had before, until it gets the next.
   */
  public static final String RAISED_KEY = "rowlock.floor.raised";

  /** Above this a timestamp leaves no room for later versions. */
  public static final long HIGHEST = Long.MAX_VALUE / 2;

  /** The difference that a cluster tolerates between the clocks of its servers. */
  private static final Duration SKEW = Duration.ofSeconds(30);

  private static final Duration TIME_TO_BEGIN = Duration.ofSeconds(30);

  /** Servers report every few seconds, the first time soon after they have started. */
  private static final Duration BETWEEN_QUESTIONS = Duration.ofSeconds(1);

  private static final int MAX_QUESTIONS = 10;

  /** Returns the floor of a table; empty if it has none, or none that a client would accept. */
  public static OptionalLong of(TableDescriptor table) {
    return parse(table.getValue(KEY));
  }

  /** Returns the lowest possible next floor of a table; 0 if it has never had one. */
  public static long lowest(TableDescriptor table) {
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
   * Returns the present time by the fastest known clock, which is enough for a table without cells.
   *
   * @throws IOException if this client's clock and the servers' are more than ten minutes apart, or
   *     the servers' time is not available
   */
  public long now(Admin admin) throws IOException {
    return now(serversOf(admin));
  }

  private static ClockCheck.MetricsSource serversOf(Admin admin) {
    return () -> admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS));
  }

  /** Returns the present time with another source of the servers' metrics. */
  long now(ClockCheck.MetricsSource servers) throws IOException {
    ServerTime time = serverTime(servers);
    return Math.max(clock.currentMillis(), time.latest());
  }

  private ServerTime serverTime(ClockCheck.MetricsSource servers) throws IOException {
    for (int question = 1; question <= MAX_QUESTIONS; question++) {
      Optional<ServerTime> time = ClockCheck.check(servers, clock);
      if (time.isPresent()) {
        return time.get();
      }
      sleeper.pause(BETWEEN_QUESTIONS, "Interrupted while asking for the servers' time");
    }
    throw new IOException(
        "No region server reports its time, with which this client's clock, and the timestamps in"
            + " the table, are compared: try again when region servers are up and the master"
            + " answers");
  }

  /**
   * Returns a time that the clock of every region server has passed.
   *
   * @throws IOException as {@link #now}
   */
  public long belowServersTime(Admin admin) throws IOException {
    return serverTime(serversOf(admin)).newestReport() - SKEW.toMillis();
  }

  /** Returns a time above every cell that got its timestamp from a server until now. */
  public long aboveServersTime(Admin admin) throws IOException {
    return now(admin) + SKEW.plus(TIME_TO_BEGIN).toMillis();
  }
}
