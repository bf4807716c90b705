package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockSeeds;
import io.rowlock.internal.protocol.lock.LockedRow;
import io.rowlock.internal.store.StoredLock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.jspecify.annotations.Nullable;

/**
 * Draws the times of a run: the vacuum's horizon, floors of tables, clocks of clients, and the
 * versions that rows have at the start. They are mostly close to each other, and sometimes days
 * apart.
 *
 * <p>A client's clock may be ahead by any amount. It may also be behind, but by less than the
 * horizon if there is a vacuum.
 */
final class Calendar {

  private static final long HOUR = Duration.ofHours(1).toMillis();
  private static final long DAY = 24 * HOUR;

  /** How much clocks are usually wrong, and jump, at most. */
  private static final long USUAL_SKEW = 4 * HOUR / 3;

  private final Plan plan;
  private final long now;
  private final boolean isVacuumed;
  private final long horizonMillis;
  private final boolean clocksAreDaysApart;
  private final Map<TableName, Long> floors = new HashMap<>();

  /**
   * Draws the times.
   *
   * @param isVacuumed whether tables are old enough for a vacuum
   */
  Calendar(Plan plan, long now, boolean isVacuumed) {
    this.plan = plan;
    this.now = now;
    this.isVacuumed = isVacuumed;
    horizonMillis = one(plan.dice("horizon", 0), 3 * HOUR / 2, 3 * HOUR, DAY, 30 * DAY);
    clocksAreDaysApart = plan.dice("days", -1).nextInt(3) == 0;
  }

  /** Returns the age from which locks may be vacuumed. */
  long horizon() {
    return now - horizonMillis;
  }

  /**
   * Returns the floor after enabling the table: an old one if there is something to vacuum, else a
   * new one, by a master's clock that may have been far ahead.
   *
   * @param nearMillis the largest usual distance
   */
  long floorOf(TableName table, long nearMillis) {
    return floors.computeIfAbsent(table, name -> drawFloor(name, nearMillis));
  }

  private long drawFloor(TableName table, long nearMillis) {
    SplittableRandom dice = plan.dice("floor", table.getNameAsString().hashCode());
    long margin = dice.nextInt(8) > 0 ? LockedRow.VACUUMED_MILLIS : 0;
    long usual = isVacuumed ? horizon() - margin - 10_000 : now + nearMillis;
    return dice.nextInt(4) == 0 ? now + dice.nextLong(one(dice, HOUR, DAY, 40 * DAY)) : usual;
  }

  boolean isOld(TableName table) {
    return isVacuumed && floorOf(table, 0) < horizon();
  }

  /** Returns how much more a client's clock is wrong than clocks usually are. */
  long skew(String client) {
    SplittableRandom dice = plan.dice("days", client.hashCode());
    long ahead = dice.nextLong(one(dice, 1, HOUR, 5 * DAY));
    long mostBehind = isVacuumed ? horizonMillis - USUAL_SKEW - 60_000 : 5 * DAY;
    long behind = dice.nextLong(one(dice, 1, HOUR, 5 * DAY));
    boolean isBehind = dice.nextBoolean();
    if (!clocksAreDaysApart) {
      return 0;
    }
    return isBehind ? -Math.min(behind, Math.max(0, mostBehind)) : ahead;
  }

  /**
   * Returns a lock that a row has at the start, at times at or above those of the clocks; mostly
   * none.
   */
  @Nullable StoredLock pastOf(TableName table, int row) {
    SplittableRandom dice = plan.dice("past", table.getNameAsString().hashCode() + row);
    boolean hasPast = plan.dice("past", 0).nextInt(3) == 0 && dice.nextBoolean();
    if (!hasPast) {
      return null;
    }
    long apart = one(dice, 1, 1_000, HOUR, 3 * DAY);
    return LockSeeds.draw(floorOf(table, 0), now, apart, dice);
  }

  private static long one(SplittableRandom dice, long... numbers) {
    return numbers[dice.nextInt(numbers.length)];
  }
}
