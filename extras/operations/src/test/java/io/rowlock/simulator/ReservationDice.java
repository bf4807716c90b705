package io.rowlock.simulator;

import io.rowlock.internal.protocol.contention.ReservationRequest;
import io.rowlock.internal.store.ColumnSelection;
import io.rowlock.internal.store.RangeScan;
import io.rowlock.internal.store.RowKey;
import io.rowlock.internal.store.RowRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.HConstants;
import org.jspecify.annotations.Nullable;

/**
 * Draws what the transactions of one client reserve before they run: in one third of the runs, in a
 * further sixth all of them the same row, whose line then becomes long; and in a sixth of the runs
 * some of them a snapshot.
 */
final class ReservationDice {

  private final boolean isUsed;
  private final boolean isOneLine;
  private final boolean areLongReads;
  private final Random dice;

  ReservationDice(Plan plan, int client) {
    isUsed = plan.dice("claims", 0).nextInt(3) == 0;
    isOneLine = isOneLine(plan);
    areLongReads = areLongReads(plan);
    dice = new Random(plan.dice("claim", client).nextLong());
  }

  /** Returns whether all transactions raise one row, for which they wait in line. */
  static boolean isOneLine(Plan plan) {
    return plan.dice("one line", 0).nextInt(6) == 0;
  }

  /** Returns whether many transactions read whole tables, while others change rows of them. */
  static boolean areLongReads(Plan plan) {
    return plan.dice("long reads", 0).nextInt(6) == 0;
  }

  /** Returns null for nothing. */
  @Nullable ReservationRequest draw(List<RowKey> rows) {
    if (areLongReads && dice.nextBoolean()) {
      return ReservationRequest.ofLongRead(wholeTables(rows), dice.nextInt(4) > 0);
    }
    if (isOneLine && dice.nextInt(8) > 0) {
      SortedSet<RowKey> one = new TreeSet<>(rows.subList(0, 1));
      return new ReservationRequest(one, one, true, dice.nextInt(8) > 0);
    }
    if (!isUsed || dice.nextInt(4) == 0) {
      return null;
    }
    if (dice.nextInt(4) == 0) {
      return ReservationRequest.FIRST;
    }
    return new ReservationRequest(some(rows), dice.nextInt(4) > 0);
  }

  /** Returns scans of one table or all; in the first case it will read rows of others elsewhere. */
  private List<RangeScan> wholeTables(List<RowKey> rows) {
    byte[] open = HConstants.EMPTY_BYTE_ARRAY;
    boolean reversed = dice.nextBoolean();
    int most = dice.nextInt(3) == 0 ? 1 : Integer.MAX_VALUE;
    return rows.stream()
        .map(RowKey::table)
        .distinct()
        .limit(most)
        .map(table -> new RowRange(table, open, !reversed, open, reversed))
        .map(range -> new RangeScan(range, ColumnSelection.ALL, reversed, 1_000))
        .toList();
  }

  /**
   * Returns some rows, which are not always those that it will read and write: the previous attempt
   * need not have met the same rows.
   */
  private SortedSet<RowKey> some(List<RowKey> rows) {
    SortedSet<RowKey> some = new TreeSet<>(rows);
    int without = dice.nextBoolean() ? 0 : dice.nextInt(rows.size());
    List<RowKey> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, dice);
    some.removeAll(shuffled.subList(0, without));
    return some;
  }
}
