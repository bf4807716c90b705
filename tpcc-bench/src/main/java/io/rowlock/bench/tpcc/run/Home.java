package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.kit.Label;
import io.rowlock.bench.tpcc.population.Dice;
import io.rowlock.bench.tpcc.population.Scale;

/** Where terminals stand. */
enum Home implements Label {
  /** Each in one warehouse; its Stock-Levels in one district (clause 2.8.1.1). */
  FIXED,
  /** Anywhere, each time anew. */
  RANDOM,
  /** Each in one district. */
  DISTRICT;

  /** Terminals are dealt out to the warehouses, and in each of them to the districts. */
  Seat seat(int index, Scale scale) {
    int w = index % scale.warehouses() + 1;
    int d = index / scale.warehouses() % Scale.DISTRICTS + 1;
    return new Seat(this, scale, w, d);
  }

  @Override
  public String toString() {
    return label();
  }

  /** Of one terminal. */
  record Seat(Home home, Scale scale, int w, int d) {

    int warehouse(Dice dice) {
      return home == RANDOM ? dice.between(1, scale.warehouses()) : w;
    }

    int district(Dice dice) {
      return home == DISTRICT ? d : dice.between(1, Scale.DISTRICTS);
    }

    int districtOfStockLevel(Dice dice) {
      return home == RANDOM ? dice.between(1, Scale.DISTRICTS) : d;
    }
  }
}
