package io.rowlock.bench.tpcc.run;

import com.google.common.base.Splitter;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.Mix;
import io.rowlock.bench.tpcc.business.Mix.Deck;
import io.rowlock.bench.tpcc.business.Mix.Weights;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.TypeConversionException;

/**
 * How terminals mix business transactions.
 *
 * @param text as it is given on the command line
 * @param mixes makes one for each terminal
 */
record MixPlan(String text, Supplier<Mix> mixes) {
  private static final String DECK = "deck";
  private static final String WEIGHTS = "weights:";

  /** {@code deck}, {@code deck:K} for K sets of cards in each deck, or {@code weights:...}. */
  static MixPlan parse(String text) {
    try {
      if (text.equals(DECK)) {
        return deck(Deck.SPEC, 1, "deck:1");
      }
      if (text.startsWith(DECK + ":")) {
        int sets = Integer.parseInt(text.substring(DECK.length() + 1));
        return deck(Deck.SPEC, sets, text);
      }
      if (text.startsWith(WEIGHTS)) {
        return weights(text);
      }
    } catch (IllegalArgumentException e) {
      throw wrong(text, " (" + e.getMessage() + ")");
    }
    throw wrong(text, "");
  }

  private static TypeConversionException wrong(String text, String why) {
    return new TypeConversionException(
        "'" + text + "' is neither deck, deck:SETS nor weights:NO,P,OS,D,SL" + why);
  }

  static MixPlan deck(Map<Kind, Integer> set, int sets, String text) {
    // Refused now, not when there are terminals.
    new Deck(set, sets);
    return new MixPlan(text, () -> new Deck(set, sets));
  }

  private static MixPlan weights(String text) {
    List<String> parts = Splitter.on(',').splitToList(text.substring(WEIGHTS.length()));
    if (parts.size() != Kind.values().length) {
      throw new IllegalArgumentException("there are " + Kind.values().length + " kinds");
    }
    Map<Kind, Double> weights = new EnumMap<>(Kind.class);
    Iterator<String> next = parts.iterator();
    for (Kind kind : Kind.values()) {
      weights.put(kind, Double.parseDouble(next.next()));
    }
    Mix mix = new Weights(weights);
    return new MixPlan(text, () -> mix);
  }

  @Override
  public String toString() {
    return text;
  }
}
