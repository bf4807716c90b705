package io.rowlock.simulator;

import io.rowlock.internal.protocol.lock.TraceListener;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The events of one run, a line each, equal for equal seeds. */
final class Trace implements TraceListener {

  private final StringBuilder lines = new StringBuilder();
  private LongSupplier nanos = () -> 0;

  /** Repeats the plan's run, and returns its events. */
  static String of(Plan plan) {
    Trace trace = new Trace();
    try {
      Simulation simulation = new Simulation(plan, trace);
      trace.nanos = simulation::nanos;
      simulation.run();
    } catch (AssertionError | RuntimeException broken) {
      trace.log("verdict", broken::toString);
    }
    return trace.lines.toString();
  }

  @Override
  public void log(String who, Supplier<String> what) {
    long micros = nanos.getAsLong() / 1000;
    lines.append(String.format("%9d us  %-9s %s%n", micros, who, what.get()));
  }
}
