package io.rowlock.internal.protocol;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * How often which fault befalls a call in one run. A run leaves out each of them with a probability
 * of a third, so that the others are seen without it.
 *
 * @param staleReads reads may be stale, too: that costs the order of what is only read, as HBase
 *     itself does then, and nothing else
 */
record FaultMix(Map<Fate, Double> probabilities, boolean staleReads) {

  static final FaultMix NONE = new FaultMix(Map.of(), false);

  /** What becomes of one call. */
  enum Fate {
    DELIVERED,
    /** Never arrives; the caller waits for its timeout. */
    LOST_REQUEST,
    /** Takes effect; the caller waits for its timeout. */
    LOST_REPLY,
    /** Takes effect long after the caller's timeout. */
    LATE,
    /** Arrives twice, and the caller gets the second answer. */
    TWICE,
    /** Is answered, and arrives once more long after. */
    GHOST,
    /** Takes effect, and the answer takes long. */
    SLOW,
    /** Is turned away. */
    REJECTED,
    /** Is answered, "not equal" if it is a write, by a server that is behind. */
    STALE
  }

  static FaultMix draw(RandomGenerator random) {
    Map<Fate, Double> probabilities = new EnumMap<>(Fate.class);
    double most = List.of(0.03, 0.12, 0.3).get(random.nextInt(3));
    for (Fate fate : Fate.values()) {
      boolean occurs = fate != Fate.DELIVERED && random.nextInt(3) > 0;
      probabilities.put(fate, occurs ? random.nextDouble() * most : 0);
    }
    return new FaultMix(probabilities, random.nextInt(4) == 0);
  }

  Fate next(RandomGenerator random) {
    double dice = random.nextDouble();
    for (Map.Entry<Fate, Double> fault : probabilities.entrySet()) {
      dice -= fault.getValue();
      if (dice < 0) {
        return fault.getKey();
      }
    }
    return Fate.DELIVERED;
  }
}
