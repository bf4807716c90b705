package io.rowlock.bench.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rowlock.bench.tpcc.business.Kind;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Scale;
import io.rowlock.bench.tpcc.run.Pacing.KeyingAndThinking;
import io.rowlock.bench.tpcc.run.Terminal.Home;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When terminals send something, and where they stand. */
class PacingTest {
  private static final int DRAWS = 100_000;

  @Test
  void thinkTimesAreCutOffAtTenTimesTheirMean() {
    Dice dice = Dice.of(1);
    double sum = 0;
    double longest = 0;
    for (int i = 0; i < DRAWS; i++) {
      double seconds = KeyingAndThinking.thinkSeconds(Kind.NEW_ORDER, dice);
      sum += seconds;
      longest = Math.max(longest, seconds);
    }
    assertThat(sum / DRAWS).isCloseTo(12, within(0.2));
    assertThat(longest).isEqualTo(120);
  }

  @Test
  void terminalsStandInAllDistrictsBeforeTwoStandInOne() {
    Scale scale = new Scale(2, 200, 30);
    Set<String> seats = new HashSet<>();
    for (int index = 0; index < 20; index++) {
      Home.Seat seat = Home.FIXED.seat(index, scale);
      assertThat(seat.warehouse(Dice.of(index))).isEqualTo(index % 2 + 1);
      seats.add(seat.w() + " " + seat.districtOfStockLevel(Dice.of(1)));
    }
    assertThat(seats).hasSize(20);
  }

  @Test
  void homesMoveAsTheyAreTold() {
    Scale scale = new Scale(2, 200, 30);
    assertThat(warehouses(Home.RANDOM.seat(0, scale))).containsExactlyInAnyOrder(1, 2);
    assertThat(warehouses(Home.FIXED.seat(0, scale))).containsExactly(1);
    assertThat(districts(Home.FIXED.seat(0, scale))).hasSize(10);
    assertThat(districts(Home.DISTRICT.seat(0, scale))).containsExactly(1);
  }

  private static Set<Integer> warehouses(Home.Seat seat) {
    Dice dice = Dice.of(1);
    Set<Integer> warehouses = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      warehouses.add(seat.warehouse(dice));
    }
    return warehouses;
  }

  private static Set<Integer> districts(Home.Seat seat) {
    Dice dice = Dice.of(1);
    Set<Integer> districts = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      districts.add(seat.district(dice));
    }
    return districts;
  }
}
