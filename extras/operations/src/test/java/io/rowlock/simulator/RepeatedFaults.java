package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit.Entry;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Makes the writes of one client to a row fail repeatedly, beginning with one whose outcome is
 * lost. This reaches the code behind a limited number of tries, and behind refusals.
 */
final class RepeatedFaults {

  private static final double PROBABILITY = 0.05;
  private static final int MOST_WRITES = 12;
  private static final List<Fault> FIRST =
      List.of(Fault.LATE_REQUEST, Fault.LOST_REQUEST, Fault.LOST_REPLY);
  private static final List<Fault> THEN =
      List.of(Fault.LOST_REQUEST, Fault.LOST_REQUEST, Fault.STALE_ANSWER, Fault.BUSY_SERVER);
  private static final List<Fault> REFUSALS =
      List.of(Fault.REFUSED_REPLY, Fault.REFUSED_REPLY, Fault.REFUSED_REPLY, Fault.LOST_REPLY);

  private final List<Fault> first;
  private final List<Fault> then;
  private final @Nullable StaleView view;
  private final SplittableRandom dice;
  private final Map<RowKey, Integer> writesLeft = new HashMap<>();

  private RepeatedFaults(
      List<Fault> first, List<Fault> then, @Nullable StaleView view, SplittableRandom dice) {
    this.first = first;
    this.then = then;
    this.view = view;
    this.dice = dice;
  }

  /** Returns faults that mostly keep the writes from taking effect. */
  static RepeatedFaults ofFailures(SplittableRandom dice) {
    return new RepeatedFaults(FIRST, THEN, null, dice);
  }

  /**
   * Returns faults of writes that take effect and are answered as refused.
   *
   * @param view shows the row as it was before, for some reads; null if reads are never stale
   */
  static RepeatedFaults ofRefusals(@Nullable StaleView view, SplittableRandom dice) {
    return new RepeatedFaults(REFUSALS, REFUSALS, view, dice);
  }

  /** Returns null if the row takes the write. */
  @Nullable Fault faultOf(Entry entry) {
    Integer left = writesLeft.get(entry.key());
    if (left == null) {
      ConditionalWrite write = entry.write();
      boolean begins = write != null && !write.data().isEmpty() && dice.nextDouble() < PROBABILITY;
      return begins ? begin(entry.key()) : null;
    }
    if (left == 1) {
      writesLeft.remove(entry.key());
    } else {
      writesLeft.put(entry.key(), left - 1);
    }
    return any(then);
  }

  private Fault begin(RowKey key) {
    int writes = dice.nextInt(MOST_WRITES);
    if (writes > 0) {
      writesLeft.put(key, writes);
    }
    if (view != null && dice.nextBoolean()) {
      view.freeze(key);
    }
    return any(first);
  }

  private Fault any(List<Fault> faults) {
    return faults.get(dice.nextInt(faults.size()));
  }
}
