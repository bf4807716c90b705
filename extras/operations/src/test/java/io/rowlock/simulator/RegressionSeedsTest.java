package io.rowlock.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Seeds that have shown a bug of the library. What they show changes with the simulator, so each
 * bug has its own test besides.
 */
class RegressionSeedsTest {

  /** Stale servers show a circle of primaries ({@code ChainedLocksTest}). */
  @ParameterizedTest
  @ValueSource(longs = {1_000_014_968L})
  void breaksNoPromiseAnyMore(long seed) {
    assertThat(new Simulation(Plan.of(seed)).run().of("transactions COMMITTED")).isPositive();
  }
}
