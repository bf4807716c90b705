package io.rowlock.bench.tpcc.business;

import io.rowlock.bench.tpcc.population.Dice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Cards that are shuffled, dealt to the last, and shuffled again (clause 5.2.4.2). */
public final class Deck implements Mix {
  /** Of the specification: 23 cards. */
  public static final Map<Kind, Integer> SPEC =
      Map.of(
          Kind.NEW_ORDER, 10,
          Kind.PAYMENT, 10,
          Kind.ORDER_STATUS, 1,
          Kind.DELIVERY, 1,
          Kind.STOCK_LEVEL, 1);

  private final List<Kind> cards = new ArrayList<>();
  private int dealt;

  /**
   * A deck.
   *
   * @param sets how often each of the cards is in it
   */
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
