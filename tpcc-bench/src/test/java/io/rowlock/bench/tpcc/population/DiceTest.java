package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DiceTest {
  private final Dice dice = Dice.of(1, 2, 3);

  @Test
  void bothBoundsAreDrawn() {
    assertThat(IntStream.range(0, 200).map(i -> dice.between(5, 7)).boxed())
        .containsOnly(5, 6, 7)
        .contains(5, 6, 7);
  }

  @Test
  void alphanumericsHaveAllLengthsAndAllThreeSortsOfCharacters() {
    var texts = IntStream.range(0, 500).mapToObj(i -> dice.alphanumeric(8, 16)).toList();
    assertThat(texts.stream().map(String::length).distinct()).hasSize(9);
    assertThat(String.join("", texts).chars().mapToObj(c -> (char) c).collect(Collectors.toSet()))
        .hasSize(62)
        .contains('a', 'z', 'A', 'Z', '0', '9');
  }

  @Test
  void digitsAreDigitsAndLettersAreLetters() {
    assertThat(dice.digits(16)).matches("[0-9]{16}");
    assertThat(dice.letters(2)).matches("[A-Z]{2}");
  }

  @Test
  void percentIsSoManyOfAHundred() {
    long hits = IntStream.range(0, 100_000).filter(i -> dice.percent(15)).count();
    assertThat(hits / 100_000.0).isCloseTo(0.15, within(0.005));
  }

  @Test
  void sameNamesSameDraws() {
    assertThat(Dice.of(1, 2, 3).alphanumeric(20, 20))
        .isEqualTo(Dice.of(1, 2, 3).alphanumeric(20, 20))
        .isNotEqualTo(Dice.of(1, 3, 2).alphanumeric(20, 20))
        .isNotEqualTo(Dice.of(2, 2, 3).alphanumeric(20, 20));
  }
}
