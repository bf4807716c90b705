package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.population.Dice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Decides which business transaction is next. Not thread-safe. */
@FunctionalInterface
public interface Mix {
  Kind next(Dice dice);

  /** A deck of cards, shuffled again after the last one (clause 5.2.4.2). */
  public static final class Deck implements Mix {
    /** The deck of the specification: 23 cards. */
    public static final Map<Kind, Integer> SPEC =
        Map.of(
            Kind.NEW_ORDER, 10,
            Kind.PAYMENT, 10,
            Kind.ORDER_STATUS, 1,
            Kind.DELIVERY, 1,
            Kind.STOCK_LEVEL, 1);

    private final List<Kind> cards = new ArrayList<>();
    private int dealt;

    /** A deck with several sets of the cards. */
    public Deck(Map<Kind, Integer> set, int sets) {
      for (Kind kind : Kind.values()) {
        cards.addAll(Collections.nCopies(set.getOrDefault(kind, 0) * sets, kind));
      }
      if (cards.isEmpty()) {
        throw new IllegalArgumentException("A deck needs cards");
      }
      dealt = cards.size();
    }

    @Override
    public Kind next(Dice dice) {
      if (dealt == cards.size()) {
        shuffle(dice);
        dealt = 0;
      }
      return cards.get(dealt++);
    }

    private void shuffle(Dice dice) {
      for (int left = cards.size(); left > 1; left--) {
        Collections.swap(cards, left - 1, dice.between(0, left - 1));
      }
    }
  }

  /** Draws each business transaction independently, by the weights of the kinds. */
  public static final class Weights implements Mix {
    /** Gives weights decimals. */
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
}
