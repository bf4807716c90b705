package io.rowlock.bench.profile;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * How the throughput of one profile and mode went while the JVM was warmed.
 *
 * @param txPerSecond in each turn
 */
record Warming(Profile profile, Mode mode, List<Double> txPerSecond) {
  private static final double SETTLED_AT_MOST = 1.15;

  Warming {
    txPerSecond = List.copyOf(txPerSecond);
  }

  double first() {
    return txPerSecond.get(0);
  }

  double last() {
    return txPerSecond.get(txPerSecond.size() - 1);
  }

  /** Whether the last turn was much faster than the one before: the warm-up was too short. */
  @JsonProperty
  boolean stillRising() {
    return txPerSecond.size() > 1
        && last() > SETTLED_AT_MOST * txPerSecond.get(txPerSecond.size() - 2);
  }

  /** For people. */
  String verdict() {
    if (txPerSecond.size() == 1) {
      return "one turn only";
    }
    return stillRising() ? "still rising" : "settled";
  }
}
