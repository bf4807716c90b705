package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.population.Dice;
import java.util.EnumMap;
import java.util.Map;

/** Every business transaction is drawn by itself, each kind with its weight. */
public final class Weights implements Mix {
  /** So that weights may have decimals. */
  private static final int PARTS = 1_000_000;

  private final Map<Kind, Double> upTo = new EnumMap<>(Kind.class);
  private final double sum;

  public Weights(Map<Kind, Double> weights) {
    double soFar = 0;
    for (Kind kind : Kind.values()) {
      double weight = weights.getOrDefault(kind, 0.0);
      if (weight < 0 || !Double.isFinite(weight)) {
        throw new IllegalArgumentException("The weight of " + kind.title() + " is " + weight);
      }
      soFar += weight;
      upTo.put(kind, soFar);
    }
    if (soFar <= 0) {
      throw new IllegalArgumentException("All weights are 0");
    }
    sum = soFar;
  }

  @Override
  public Kind next(Dice dice) {
    double drawn = dice.between(0, PARTS - 1) / (double) PARTS * sum;
    return upTo.entrySet().stream()
        .filter(kind -> drawn < kind.getValue())
        .findFirst()
        .orElseThrow()
        .getKey();
  }
}
