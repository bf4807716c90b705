package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.TaleTeller;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What happened in one run, line by line, the same each time. */
final class Tale implements TaleTeller {

  private final StringBuilder lines = new StringBuilder();
  private LongSupplier nanos = () -> 0;

  /** The plan's run again, told. */
  static String of(Plan plan) {
    Tale tale = new Tale();
    try {
      Simulation simulation = new Simulation(plan, tale);
      tale.nanos = simulation::nanos;
      simulation.run();
    } catch (AssertionError | RuntimeException broken) {
      tale.tell("verdict", broken::toString);
    }
    return tale.lines.toString();
  }

  @Override
  public void tell(String who, Supplier<String> what) {
    long micros = nanos.getAsLong() / 1000;
    lines.append(String.format("%9d us  %-9s %s%n", micros, who, what.get()));
  }
}
