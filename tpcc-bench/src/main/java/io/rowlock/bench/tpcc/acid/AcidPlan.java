package io.rowlock.bench.tpcc.acid;

import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Scale;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What is to be tested.
 *
 * @param regionServers of the embedded HBase
 * @param stops stop points of atomicity and isolation
 * @param load how long the durability test lets clients work
 */
record AcidPlan(
    Mode mode,
    List<Layout> layouts,
    Set<Property> properties,
    Scale scale,
    long seed,
    int regionServers,
    List<StopPoint> stops,
    Duration load) {

  /** What clause 3 asks for. Consistency is what check is for. */
  enum Property {
    ATOMICITY,
    ISOLATION,
    DURABILITY;

    /**
     * The property of a name.
     *
     * @throws IllegalArgumentException when there is none
     */
    static Property of(String name) {
      return Arrays.stream(values())
          .filter(property -> property.label().equals(name))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("There are no tests of '" + name + "'"));
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
