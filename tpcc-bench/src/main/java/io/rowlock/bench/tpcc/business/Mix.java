package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.population.Dice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Decides which business transaction is next. Not thread-safe. */
@FunctionalInterface
public interface Mix {
  Kind next(Dice dice);

  /** The deck of the specification: 23 cards. */
  public static List<Kind> cards() {
    List<Kind> cards = new ArrayList<>();
    cards.addAll(Collections.nCopies(10, Kind.NEW_ORDER));
    cards.addAll(Collections.nCopies(10, Kind.PAYMENT));
    cards.addAll(List.of(Kind.ORDER_STATUS, Kind.DELIVERY, Kind.STOCK_LEVEL));
    return cards;
  }

  /** Draws each business transaction independently. */
  public static Mix drawn(List<Kind> cards) {
    return dice -> cards.get(dice.between(0, cards.size() - 1));
  }

  /** A deck of cards, shuffled again after the last one (clause 5.2.4.2). */
  public static final class Deck implements Mix {
    private final List<Kind> cards;
    private int dealt;

    public Deck(List<Kind> cards) {
      this.cards = new ArrayList<>(cards);
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
}
