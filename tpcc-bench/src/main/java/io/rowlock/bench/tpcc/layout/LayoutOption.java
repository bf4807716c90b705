package io.rowlock.bench.tpcc.layout;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The choice of a database on the cluster; a mixin of all commands. */
public final class LayoutOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--layout",
      paramLabel = "NAME",
      defaultValue = "normalized",
      description =
          "normalized: nine tables and two indexes; onetable: all rows of a warehouse in one region"
              + " (default: ${DEFAULT-VALUE}).")
  private String name = "normalized";

  /** Fails with a usage error if the layout is unknown. */
  public Layout layout() {
    try {
      return Layout.named(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--layout: " + e.getMessage(), e);
    }
  }
}
