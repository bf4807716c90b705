package io.rowlock.bench.tpcc.run;

import com.google.common.base.Splitter;
import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.business.Mix;
import io.rowlock.bench.tpcc.business.Mix.Deck;
import io.rowlock.bench.tpcc.business.Mix.Weights;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The mix of business transactions of each terminal, and its option. */
record MixPlan(String text, Supplier<Mix> mixes) {
  static final MixPlan WARP =
      new MixPlan("deck:1 of 10/10/1/0/1", () -> new Deck(withoutDeliveries(), 1));

  private static final String DECK = "deck";
  private static final String WEIGHTS = "weights:";

  /** Reads the option. */
  static final class Converter implements ITypeConverter<MixPlan> {
    @Override
    public MixPlan convert(String value) {
      return parse(value);
    }
  }

  /** {@code deck}, {@code deck:K} for K sets of cards in each deck, or {@code weights:...}. */
  static MixPlan parse(String text) {
    try {
      if (text.equals(DECK)) {
        return parse(DECK + ":1");
      }
      if (text.startsWith(DECK + ":")) {
        int sets = Integer.parseInt(text.substring(DECK.length() + 1));
        // Refused now, not when there are terminals.
        new Deck(Deck.SPEC, sets);
        return new MixPlan(text, () -> new Deck(Deck.SPEC, sets));
      }
      if (text.startsWith(WEIGHTS)) {
        Mix mix = weights(Splitter.on(',').splitToList(text.substring(WEIGHTS.length())));
        return new MixPlan(text, () -> mix);
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

  private static Map<Kind, Integer> withoutDeliveries() {
    Map<Kind, Integer> cards = new EnumMap<>(Deck.SPEC);
    cards.remove(Kind.DELIVERY);
    return cards;
  }

  private static Mix weights(List<String> parts) {
    Arguments.require(
        parts.size() == Kind.values().length, "there are " + Kind.values().length + " kinds");
    Map<Kind, Double> weights = new EnumMap<>(Kind.class);
    Iterator<String> next = parts.iterator();
    for (Kind kind : Kind.values()) {
      weights.put(kind, Double.parseDouble(next.next()));
    }
    return new Weights(weights);
  }

  @Override
  public String toString() {
    return text;
  }
}
