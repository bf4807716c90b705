package io.rowlock.bench.tpcc.population;

import io.rowlock.bench.kit.Arguments;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of the load; a mixin of the commands that load a database. */
public final class ScaleOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"--warehouses", "--scale", "-w"},
      paramLabel = "N",
      defaultValue = "1",
      description = "Warehouses (default: ${DEFAULT-VALUE}).")
  private int warehouses;

  @Option(
      names = "--items",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Items; fewer are no standard scale (default: ${DEFAULT-VALUE}).")
  private int items;

  @Option(
      names = "--customers",
      paramLabel = "N",
      defaultValue = "3000",
      description =
          "Customers of each district, and orders it is loaded with; fewer are no standard scale"
              + " (default: ${DEFAULT-VALUE}).")
  private int customers;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of which the population is a function (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--loaders",
      paramLabel = "N",
      defaultValue = "4",
      description = "Threads that load (default: ${DEFAULT-VALUE}).")
  private int loaders;

  /** The origin of a new database; fails with a usage error if the options are invalid. */
  public Origin origin() {
    return Arguments.read(
        command,
        () -> Origin.of(new Scale(warehouses, items, customers), seed, System.currentTimeMillis()));
  }

  public int loaders() {
    if (loaders < 1) {
      throw Arguments.wrong(command, "--loaders must be at least 1, not " + loaders);
    }
    return loaders;
  }
}
