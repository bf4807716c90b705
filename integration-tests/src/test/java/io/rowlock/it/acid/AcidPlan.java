package io.rowlock.it.acid;

import io.rowlock.bench.kit.Arguments;
import io.rowlock.bench.kit.Label;
import io.rowlock.bench.tpcc.access.Mode;
import io.rowlock.bench.tpcc.layout.Layout;
import io.rowlock.bench.tpcc.population.Scale;
import java.util.List;
import picocli.CommandLine.Option;

/** The tests to run, as options of the command. */
final class AcidPlan {
  private static final String BOTH = "both";

  @Option(
      names = "--layout",
      paramLabel = "NAME",
      description = "both, normalized or onetable (default: ${DEFAULT-VALUE}).")
  private String layout = BOTH;

  @Option(
      names = "--tests",
      paramLabel = "NAMES",
      split = ",",
      description = "Some of atomicity,isolation,durability (default: all).")
  List<Property> tests = List.of(Property.values());

  @Option(
      names = "--mode",
      paramLabel = "NAME",
      description =
          "tx; or raw-batched and other modes without transactions, to see that the tests can fail"
              + " (default: ${DEFAULT-VALUE}).")
  Mode mode = Mode.TX;

  @Option(
      names = "--time",
      paramLabel = "SECONDS",
      description =
          "How long clients work, and are killed, in the durability test; the specification has at"
              + " least 300 (default: ${DEFAULT-VALUE}).")
  int time = 60;

  @Option(
      names = {"--warehouses", "-w"},
      paramLabel = "N",
      description = "At least 2, so that there are remote rows (default: ${DEFAULT-VALUE}).")
  private int warehouses = 2;

  @Option(
      names = "--items",
      paramLabel = "N",
      description = "The standard scale has 100000 (default: ${DEFAULT-VALUE}).")
  private int items = 200;

  @Option(
      names = "--customers",
      paramLabel = "N",
      description =
          "Of each district, and orders it is loaded with; the standard scale has 3000 (default:"
              + " ${DEFAULT-VALUE}).")
  int customers = 60;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the population (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description = "Region servers of the embedded HBase (default: ${DEFAULT-VALUE}).")
  int regionServers = 2;

  /** The stop points of atomicity and isolation. */
  List<StopPoint> stops = List.of(StopPoint.values());

  /** The properties of clause 3; for consistency there is the command check. */
  enum Property implements Label {
    ATOMICITY,
    ISOLATION,
    DURABILITY
  }

  /** Throws {@link IllegalArgumentException} with a message for the user. */
  void check() {
    Arguments.require(
        warehouses >= 2 && time >= 1 && regionServers >= 1,
        "--warehouses must be at least 2, --time and --region-servers at least 1");
    Arguments.require(mode != Mode.TWO_PHASE, "--mode: there are no stop points for " + mode);
    // Both throw for invalid options.
    var unusedLayouts = layouts();
    var unusedScale = scale();
  }

  List<Layout> layouts() {
    return layout.equals(BOTH) ? Layout.all() : List.of(Layout.named(layout));
  }

  Scale scale() {
    return new Scale(warehouses, items, customers);
  }
}
