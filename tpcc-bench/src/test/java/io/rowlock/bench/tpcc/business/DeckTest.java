package io.rowlock.bench.tpcc.business;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.tpcc.business.Mix.Deck;
import io.rowlock.bench.tpcc.population.Dice;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeckTest {
  private final Dice dice = Dice.of(1);

  @Test
  void everyDeckHasTheSameCardsInAnotherOrder() {
    Deck deck = new Deck(Mix.cards());
    List<Kind> first = deal(deck, 23).toList();
    List<Kind> second = deal(deck, 23).toList();
    assertThat(counts(first.stream())).isEqualTo(counts(second.stream())).hasSize(5);
    assertThat(counts(first.stream()))
        .containsEntry(Kind.NEW_ORDER, 10L)
        .containsEntry(Kind.PAYMENT, 10L)
        .containsEntry(Kind.DELIVERY, 1L);
    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void cardsAreDrawnIndependently() {
    Map<Kind, Long> drawn =
        counts(
            deal(
                Mix.drawn(List.of(Kind.NEW_ORDER, Kind.PAYMENT, Kind.PAYMENT, Kind.PAYMENT)),
                100_000));
    assertThat(drawn).containsOnlyKeys(Kind.NEW_ORDER, Kind.PAYMENT);
    assertThat(drawn.get(Kind.PAYMENT) / 100_000.0).isCloseTo(0.75, within(0.01));
  }

  private Stream<Kind> deal(Mix mix, int cards) {
    return IntStream.range(0, cards).mapToObj(i -> mix.next(dice));
  }

  private static Map<Kind, Long> counts(Stream<Kind> kinds) {
    return kinds.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
