package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.LockAudit.Entry;
import io.rowlock.internal.store.ConditionalWrite;
import io.rowlock.internal.store.RowKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Makes the writes of one client to a row fail repeatedly, beginning with one whose outcome is
 * lost. This reaches the code behind a limited number of tries.
 */
final class RepeatedFaults {

  private static final double PROBABILITY = 0.05;
  private static final int MOST_WRITES = 12;
  private static final List<Fault> FIRST =
      List.of(Fault.LATE_REQUEST, Fault.LOST_REQUEST, Fault.LOST_REPLY);
  private static final List<Fault> THEN =
      List.of(Fault.LOST_REQUEST, Fault.LOST_REQUEST, Fault.STALE_ANSWER, Fault.BUSY_SERVER);

  private final RandomGenerator dice;
  private final Map<RowKey, Integer> writesLeft = new HashMap<>();

  RepeatedFaults(RandomGenerator dice) {
    this.dice = dice;
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
    return any(THEN);
  }

  private Fault begin(RowKey key) {
    int writes = dice.nextInt(MOST_WRITES);
    if (writes > 0) {
      writesLeft.put(key, writes);
    }
    return any(FIRST);
  }

  private Fault any(List<Fault> faults) {
    return faults.get(dice.nextInt(faults.size()));
  }
}
