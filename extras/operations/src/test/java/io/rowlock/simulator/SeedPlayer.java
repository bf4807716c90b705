package io.rowlock.simulator;

import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Runs one seed and returns what was wrong, null if nothing was: for loaders of changed classes.
 */
public final class SeedPlayer implements LongFunction<@Nullable String> {

  @Override
  public @Nullable String apply(long seed) {
    try {
      new Simulation(Plan.of(seed)).run();
      return null;
    } catch (AssertionError | RuntimeException broken) {
      return broken.toString();
    }
  }
}
