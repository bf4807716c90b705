package io.rowlock.bench.tpcc.population;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.tpcc.population.Dice.Permutation;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 30, 100, 255, 256, 257, 3000})
  void everyNumberHasOnePlace(int size) {
    assertThat(all(new Permutation(size, 7, 1, 2), size))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, size).boxed().toList());
  }

  @Test
  void otherNamesMakeAnotherOrder() {
    List<Integer> one = all(new Permutation(3000, 7, 1, 2), 3000);
    List<Integer> other = all(new Permutation(3000, 7, 2, 1), 3000);
    long same = IntStream.range(0, 3000).filter(i -> one.get(i).equals(other.get(i))).count();
    assertThat(same).isLessThan(15);
    assertThat(all(new Permutation(3000, 7, 1, 2), 3000)).isEqualTo(one);
  }

  @Test
  void everyNumberIsAsLikelyAtEveryPlace() {
    double sum = IntStream.range(0, 2000).mapToLong(i -> new Permutation(30, i).at(3)).sum();
    assertThat(sum / 2000).isCloseTo(14.5, within(0.8));
  }

  @Test
  void choosesExactlySoMany() {
    Permutation order = new Permutation(3000, 7);
    assertThat(IntStream.range(0, 3000).filter(place -> order.chooses(place, 300))).hasSize(300);
  }

  @Test
  void placesOutsideAreRefused() {
    Permutation order = new Permutation(30, 7);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> order.at(30));
  }

  private static List<Integer> all(Permutation order, int size) {
    return IntStream.range(0, size).map(order::at).boxed().toList();
  }
}
