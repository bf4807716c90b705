package io.rowlock.simulator;

import io.rowlock.simulator.Fault.Scope;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Draws the fault of a message. Some runs have many faults, others few. */
final class MessageDice {

  private final SplittableRandom dice;
  private final Map<Fault, Double> probabilities = new EnumMap<>(Fault.class);
  private boolean isHealed;

  MessageDice(Set<Fault> faults, SplittableRandom odds, SplittableRandom dice) {
    this.dice = dice;
    double most = List.of(0.03, 0.12, 0.3).get(odds.nextInt(3));
    for (Fault fault : Fault.values()) {
      double probability = odds.nextDouble() * most;
      if (fault.strikes(Scope.MESSAGE) && faults.contains(fault)) {
        probabilities.put(fault, probability);
      }
    }
  }

  void heal() {
    isHealed = true;
  }

  /** Returns null for no fault. Draws the same whether it is healed or not. */
  @Nullable Fault next() {
    double drawn = dice.nextDouble();
    if (isHealed) {
      return null;
    }
    for (Map.Entry<Fault, Double> fault : probabilities.entrySet()) {
      drawn -= fault.getValue();
      if (drawn < 0) {
        return fault.getKey();
      }
    }
    return null;
  }
}
