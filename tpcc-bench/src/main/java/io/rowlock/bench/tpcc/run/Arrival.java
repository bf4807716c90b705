package io.rowlock.bench.tpcc.run;

import io.rowlock.bench.measure.Label;
import io.rowlock.bench.tpcc.random.Dice;

/** How business transactions of an open loop follow each other. */
enum Arrival implements Label {
  REGULAR("regular"),
  POISSON("poisson");

  private static final double NANOS = 1e9;

  private final String label;

  Arrival(String label) {
    this.label = label;
  }

  /** Until the next one. */
  long pauseNanos(double rate, Dice dice) {
    double seconds = this == REGULAR ? 1 / rate : dice.exponential(1 / rate);
    return (long) (seconds * NANOS);
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public String toString() {
    return label;
  }
}
